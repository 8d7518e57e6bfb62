/** Bugs of the phone, planted from the source by somebody who had not read the tests. Tests found 16 of these 24 at first. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenPhone1 = [
  {
    name: 'a reply after a sign-out stores the sealed deal readable',
    file: 'web/src/outbox/stores/received-store.ts',
    edits: [
      [
        `        // A sign-out seals the deal with its entry: without the entry, the deal must not be written again.
        if (stored) await putLostDeal(stored, deals)
`,
        '        await putLostDeal(stored ?? entry, deals)\n',
      ],
    ],
    killer: 'web/src/outbox/stores/lost-deals.test.ts',
  },
  {
    name: 'a delivery is sent although its settlement was refused in the same pass',
    file: 'web/src/outbox/passes/pass.ts',
    edits: [
      ["  if (ended.kind === 'refused') deps.missingDeals.add(findMissingDeal(ended.entry))\n", ''],
    ],
    killer: 'web/src/outbox/passes/batch.test.ts',
  },
  {
    name: 'a photo that cannot be read for a moment counts as sent',
    file: 'web/src/outbox/transport/transport.ts',
    edits: [
      [
        '  const failure = failures.find(isSignedOut) ?? failures.find(isRefusal) ?? failures.at(-1)\n',
        `  const failure =
    failures.find(isSignedOut) ??
    failures.find(isRefusal) ??
    failures.find(({ kind }) => kind !== 'phone')
`,
      ],
    ],
    killer: 'web/src/outbox/transport/transport.test.ts',
  },
  {
    name: 'a payment that is made again looks for its receipt by the address of the packet',
    file: 'web/src/outbox/rebuild-entry.ts',
    edits: [
      [
        "    photos.push(await photoOf(deal, 'receipt', deal.record.cash_receipt_url))\n",
        "    photos.push(await photoOf(deal, 'receipt', record.hair_photo_url))\n",
      ],
    ],
    killer: 'web/src/outbox/rebuild-entry.test.ts',
  },
  {
    name: 'the worker ignores how its second pass ended',
    file: 'web/src/outbox/worker-sender.ts',
    edits: [
      [
        `    let result = await outbox.sendOnce()
    if (await outbox.reconcileAfter(result)) result = await outbox.sendOnce()
`,
        `    const result = await outbox.sendOnce()
    if (await outbox.reconcileAfter(result)) await outbox.sendOnce()
`,
      ],
    ],
    killer: 'web/src/outbox/worker-sender.test.ts',
  },
  {
    name: 'a page that is left during a call asks for no background sync',
    file: 'web/src/outbox/page-outbox.ts',
    edits: [
      [
        "import { entries, isOnItsWay } from './entries.ts'\n",
        "import { entries } from './entries.ts'\n",
      ],
      [
        '    else if (entries.get().some(isOnItsWay)) void registerSyncAgain()\n',
        "    else if (entries.get().some(({ state }) => state === 'waiting')) void registerSyncAgain()\n",
      ],
    ],
    killer: 'web/src/outbox/page-outbox.test.ts',
  },
  {
    name: 'a cut comparison leaves out work of the same millisecond',
    file: 'web/src/outbox/reconciliation/cut-comparison.ts',
    edits: [
      [
        '    list: list.filter((row) => newestFirst(compared, row) < 0),\n',
        '    list: list.filter(({ sentAt }) => sentAt < compared.sentAt),\n',
      ],
    ],
    killer: 'web/src/outbox/reconciliation/cut-comparison.test.ts',
  },
  {
    name: 'the file leaves out a damaged deal beside its damaged entry',
    file: 'web/src/outbox/deals-export.ts',
    edits: [
      [
        "    const deal = collection === 'outbox' ? await storage.deals.getUnparsed(key) : undefined\n",
        "    const deal = collection === 'outbox' ? await storage.deals.get(key) : undefined\n",
      ],
    ],
    killer: 'web/src/outbox/deals-export-rows.test.ts',
  },
  {
    name: 'an older copy replaces an entry that is to be sent again',
    file: 'web/src/storage/collections/outbox.ts',
    edits: [
      [
        `  const gains = listProgress(copy).map((one, at) => one - (before[at] ?? 0))
  return (gains.find((gain) => gain !== 0) ?? 0) > 0
`,
        '  return listProgress(copy).some((one, at) => one > (before[at] ?? 0))\n',
      ],
    ],
    killer: 'web/src/storage/collections/outbox.test.ts',
  },
  {
    name: 'a full phone deletes the last copy of a photo',
    file: 'web/src/storage/second-copy.ts',
    edits: [
      [
        `        const evictable = copies.filter((name) => rulesOf(name, deps)?.isEvictable?.(name.key))
        const isPresent = await Promise.all(evictable.map(deps.hasRow))
        return evictable.filter((_, at) => isPresent[at])
`,
        '        return copies.filter((name) => rulesOf(name, deps)?.isEvictable?.(name.key))\n',
      ],
    ],
    killer: 'web/src/storage/restore.test.ts',
  },
  {
    name: 'a sealed row replaces a newer row of the phone',
    file: 'web/src/storage/sealed/open-rows.ts',
    edits: [
      [
        `        if (stored !== undefined && (await own.get(key)) === undefined) unreadable.add(name)
        return stored ?? row
`,
        `        if (stored === undefined || (await own.get(key)) !== undefined) return row
        unreadable.add(name)
        return stored
`,
      ],
    ],
    killer: 'web/src/storage/sealed/open-rows.test.ts',
  },
  {
    name: 'a full phone deletes the settings of the sender',
    file: 'web/src/storage/collections/snapshots.ts',
    edits: [
      ["import { SENDER_KEY } from './settings.ts'\n", ''],
      [
        "  isEvictable: (key) => key !== SENDER_KEY && !key.endsWith('|hair-prices'),\n",
        "  isEvictable: (key) => !key.endsWith('|hair-prices'),\n",
      ],
    ],
    killer: 'web/src/storage/create-storage.test.ts',
  },
]
