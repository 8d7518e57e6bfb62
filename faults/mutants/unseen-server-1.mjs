/** Bugs of the server, planted from the source by somebody who had not read the tests. Tests found 15 of these 24 at first. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenServer1 = [
  {
    name: 'a full disk refuses no write where only the database or the photos are on it',
    file: 'server/src/space/refuse-writes.ts',
    edits: [
      [
        '  if (config.databaseUrl !== undefined && config.s3) return\n',
        '  if (config.databaseUrl !== undefined || config.s3) return\n',
      ],
    ],
    killer: 'server/src/space/refuse-writes.test.ts',
  },
  {
    name: 'work overtakes earlier work of its customer that failed with 500',
    file: 'server/src/work/received-items.ts',
    edits: [
      [
        "const isTemporary = ({ status, code }: AppError): boolean => status >= 500 || code === 'in-progress'\n",
        "const isTemporary = ({ status, code }: AppError): boolean => status > 500 || code === 'in-progress'\n",
      ],
    ],
    killer: 'server/src/work/receive-items.test.ts',
  },
  {
    name: 'an adopted deal is changed as it was before its customer was locked',
    file: 'server/src/deals/adopted-deals.ts',
    edits: [['  return find()\n', '  return found\n']],
    killer: 'server/src/ops/deals/adopt/sent-later.test.ts',
  },
  {
    name: 'no erase is due for a receipt',
    file: 'server/src/deals/deal-overview.ts',
    edits: [
      [
        "[packet, receipt].some(({ state }) => state === 'received')",
        "[packet, receipt].slice(0, 1).some(({ state }) => state === 'received')",
      ],
    ],
    killer: 'server/src/deals/deal-overview-fields.test.ts',
  },
  {
    name: 'an order is not listed on the day of its delivery',
    file: 'server/src/orders/order-overview-store.ts',
    edits: [
      [
        "import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm'\n",
        "import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'\n",
      ],
      [
        '        since && or(gte(orders.createdAt, since), gte(orders.deliveredAt, since)),\n',
        '        since && gte(orders.createdAt, since),\n',
      ],
    ],
    killer: 'server/src/ops/deals/single-orders.test.ts',
  },
  {
    name: 'an order for which nothing was paid shows its total as paid',
    file: 'server/src/orders/service.ts',
    edits: [
      [
        '    amount: toRupees(order.actualAmountPaise ?? order.totalAmountPaise ?? 0),\n',
        '    amount: toRupees(order.actualAmountPaise || order.totalAmountPaise || 0),\n',
      ],
    ],
    killer: 'server/test/api/orders.test.ts',
  },
  {
    name: 'a shown copy stays of a photo that is erased meanwhile',
    file: 'server/src/photos/service.ts',
    edits: [
      [
        `  // Not in a transaction: the disk may be slow, and the embedded database has one connection.
  await deps.shownPhotoStore.put(shownPhotoKey(hash), shown)
`,
        '',
      ],
      [
        `    isThere = await hasPhoto(deps.db, runnerId, hash)
  } finally {
`,
        `    isThere = await hasPhoto(deps.db, runnerId, hash)
    // Not in a transaction: the disk may be slow, and the embedded database has one connection.
    if (isThere) await deps.shownPhotoStore.put(shownPhotoKey(hash), shown)
  } finally {
`,
      ],
    ],
    killer: 'server/src/photos/shown-photo.test.ts',
  },
  {
    name: 'the metrics leave out phones without unsent deals',
    file: 'server/src/metrics/store.ts',
    edits: [
      [
        '      where ${phones.unsentSince} is not null`,\n',
        '      where ${phones.unsentDeals} > 0`,\n',
      ],
    ],
    killer: 'server/src/metrics/metrics.test.ts',
  },
  {
    name: 'a damaged photo of the right length is not replaced',
    file: 'server/src/photos/disk-photo-store.ts',
    edits: [
      [
        `  const target = join(folder, name)
  const partial = \`\${target}.\${randomUUID()}.partial\`
`,
        `  const target = join(folder, name)
  // The name is the hash, so a file of this length is this photo.
  if ((await ifThere(stat(target)))?.size === bytes.length) return
  const partial = \`\${target}.\${randomUUID()}.partial\`
`,
      ],
    ],
    killer: 'server/src/photos/disk-photo-store.test.ts',
  },
  {
    name: 'an upload is also of the runner whose number ends the number of its owner',
    file: 'server/src/photos/uploads/photo-uploads.ts',
    edits: [
      [
        '  return new RegExp(`^${runnerId}-[0-9a-f]{32}$`).test(id)\n',
        '  return new RegExp(`${runnerId}-[0-9a-f]{32}$`).test(id)\n',
      ],
    ],
    killer: 'server/src/photos/uploads/photo-uploads.test.ts',
  },
  {
    name: 'the digest counts lost photos',
    file: 'server/src/reconciliation/store.ts',
    edits: [['          and photo.lost_at is null\n', '']],
    killer: 'server/test/api/reconciliation.test.ts',
  },
  {
    name: 'work that a phone only counts counts as not lost',
    file: 'server/src/reconciliation/phones-store.ts',
    edits: [
      [
        '  { unsent, hiddenItems, lostItems, browserId, now }: Contact,\n',
        '  { unsent, lostItems, browserId, now }: Contact,\n',
      ],
      ['    unsentItems: [...unsent.items, ...hiddenItems],\n', '    unsentItems: unsent.items,\n'],
    ],
    killer: 'server/test/api/lost-work.test.ts',
  },
]
