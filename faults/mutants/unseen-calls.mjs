/** Bugs in the calls of the server, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenCalls = [
  {
    name: 'a deal of another runner answers its invoice id',
    file: 'server/src/deals/same-deal.ts',
    edits: [['stored.runnerId === runnerId && isSameDeal', 'isSameDeal']],
    killer: 'server/src/deals/same-deal.test.ts',
  },
  {
    name: 'a deal with fewer lines is the same deal',
    file: 'server/src/deals/same-deal.ts',
    edits: [['return one.length === other.length && one.every(', 'return one.every(']],
    killer: 'server/src/deals/same-deal.test.ts',
  },
  {
    name: 'a location that is zero seconds old has no age',
    file: 'server/src/deals/deal-record.ts',
    edits: [['locationAgeS: age_s ?? null', 'locationAgeS: age_s || null']],
    killer: 'server/test/api/deals.test.ts',
  },
  {
    name: 'a location does not say why it is missing',
    file: 'server/src/deals/deal-record.ts',
    edits: [['    ...(locationGap !== null && { reason: locationGap }),\n', '']],
    killer: 'server/src/deals/deal-record.test.ts',
  },
  {
    name: 'a photo whose file was cut counts as received',
    file: 'server/src/deals/deal-photos.ts',
    edits: [['=== stored.bytes', '!== undefined']],
    killer: 'server/src/deals/deal-photos.test.ts',
  },
  {
    name: 'settled again counts hours instead of days',
    file: 'server/src/customers/second-deliveries-store.ts',
    edits: [['${days * 24}::integer', '${days}::integer']],
    killer: 'server/test/api/settled-again.test.ts',
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
    name: 'a file that changed after the sync of all files is not synced',
    file: 'server/src/db/embedded/sync-many.ts',
    edits: [['      inARow = 0\n      isAllSynced = false\n', '      inARow = 0\n']],
    killer: 'server/src/db/embedded/durable-file-system.test.ts',
  },
]
