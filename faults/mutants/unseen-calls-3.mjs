/** Bugs in the calls of the server, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenCalls3 = [
  {
    name: 'an order of another runner answers its invoice id',
    file: 'server/src/orders/store.ts',
    edits: [
      [
        'and(eq(orders.invoiceId, invoiceId), eq(orders.runnerId, runnerId))',
        'runnerId > 0 ? eq(orders.invoiceId, invoiceId) : undefined',
      ],
    ],
    killer: 'server/test/api/orders.test.ts',
  },
  {
    name: 'a shown photo comes back while its customer is erased',
    file: 'server/src/photos/service.ts',
    edits: [['    isThere = await hasPhoto(deps.db, runnerId, hash)\n', '    isThere = true\n']],
    killer: 'server/src/ops/customers/erase-again.test.ts',
  },
  {
    name: 'a shown photo stays while the erase of its customer has not ended',
    file: 'server/src/photos/store.ts',
    edits: [[".for('key share')", '']],
    killer: 'server/src/ops/customers/erase-again.test.ts',
  },
  {
    name: 'photos have no limit of bytes while their count is low',
    file: 'server/src/photos/photo-quota.ts',
    edits: [
      [
        'stored.count < most.count && stored.bytes < most.bytes',
        'stored.count < most.count || stored.bytes < most.bytes',
      ],
    ],
    killer: 'server/src/photos/photo-quota.test.ts',
  },
  {
    name: 'a runner has one unfinished upload more than permitted',
    file: 'server/src/photos/uploads/partial-uploads.ts',
    edits: [['names.length - MOST_UNFINISHED + 1', 'names.length - MOST_UNFINISHED']],
    killer: 'server/test/uploads/upload-refusals.test.ts',
  },
  {
    name: 'a runner continues the upload of another one',
    file: 'server/src/photos/uploads/routes.ts',
    edits: [['    if (id !== undefined && !isUploadOf(id, runner.id)) throw notFound()\n', '']],
    killer: 'server/test/uploads/upload-refusals.test.ts',
  },
  {
    name: 'a lost photo of a receipt does not name its deal',
    file: 'server/src/photos/store.ts',
    edits: [["names('cash_receipt_url')", "names('hair_photo_url')"]],
    killer: 'server/src/ops/photos/verify-command.test.ts',
  },
  {
    name: 'prices of before the last contact are unknown',
    file: 'server/src/price-changes/service.ts',
    edits: [['receivedAt) - OLDEST_PRICES_MS)', 'receivedAt))']],
    killer: 'server/test/api/odd-deals.test.ts',
  },
  {
    name: 'photos of another runner count as received',
    file: 'server/src/reconciliation/store.ts',
    edits: [
      [
        'and(eq(photos.runnerId, runnerId), inArray(photos.hash, [...hashes])',
        'and(inArray(photos.hash, [...hashes])',
      ],
    ],
    killer: 'server/test/api/reconciliation.test.ts',
  },
  {
    name: 'the phones with the newest contact are forgotten',
    file: 'server/src/reconciliation/phones-store.ts',
    edits: [['desc(phones.contactAt)', 'phones.contactAt']],
    killer: 'server/test/api/reconciliation.test.ts',
  },
  {
    name: 'an entry that is half sent counts in the digest',
    file: 'server/src/reconciliation/service.ts',
    edits: [['return work && is_sent ?', 'return work ?']],
    killer: 'server/test/api/reconciliation.test.ts',
  },
  {
    name: 'a silence in hours is counted in minutes',
    file: 'server/src/reconciliation/service.ts',
    edits: [['silentHours * 3_600_000', 'silentHours * 60_000']],
    killer: 'server/src/ops/phones/phones-command.test.ts',
  },
  {
    name: 'the wait for the quota is a thousand times too long',
    file: 'server/src/limits/record-quota.ts',
    edits: [['Math.ceil(counted.ttl / 1_000)', 'Math.ceil(counted.ttl)']],
    killer: 'server/test/api/record-quota.test.ts',
  },
  {
    name: 'all calls that are counted together are the last one',
    file: 'server/src/limits/count-together.ts',
    edits: [['current: current - (calls.get(key) ?? 0) + place', 'current']],
    killer: 'server/test/api/rate-limits.test.ts',
  },
  {
    name: 'one record that is too long empties a list',
    file: 'server/src/limits/bounded-list.ts',
    edits: [['bytes > mostBytes && index > 0', 'bytes > mostBytes']],
    killer: 'server/test/api/bounded-lists.test.ts',
  },
  {
    name: 'parts of photos are written to a full disk',
    file: 'server/src/space/refuse-writes.ts',
    edits: [["new Set(['POST', 'PUT', 'PATCH'])", "new Set(['POST', 'PUT'])"]],
    killer: 'server/src/space/refuse-writes.test.ts',
  },
  {
    name: 'a file that changed after the sync of all files is not synced',
    file: 'server/src/db/embedded/sync-many.ts',
    edits: [['      inARow = 0\n      isAllSynced = false\n', '      inARow = 0\n']],
    killer: 'server/src/db/embedded/durable-file-system.test.ts',
  },
]
