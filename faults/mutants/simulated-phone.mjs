/** Bugs of a shared phone that only a whole shift shows, one at a time. */

const killer = 'simulation'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const simulatedPhoneMutants = [
  {
    name: 'exchanged runners: a sign-out leaves everything readable',
    file: 'web/src/state/clear-phone.ts',
    edits: [
      [
        'if (leaving !== owner()) await clear(leaving)',
        'if (leaving === owner()) await clear(leaving)',
      ],
    ],
    killer,
  },
  {
    name: 'exchanged runners: only entries are sealed',
    file: 'web/src/storage/sealed/seal-rows.ts',
    edits: [['sealedCollections.toReversed()', 'sealedCollections.slice(-1)']],
    killer,
  },
  {
    name: 'exchanged runners: a sign-in opens nothing',
    file: 'web/src/api/sign-in.ts',
    edits: [['      await openSealedWork(phone, sealing)\n', '']],
    killer,
  },
  {
    name: 'exchanged runners: the key of the signed-in runner is forgotten',
    file: 'web/src/state/sealing-keys.ts',
    edits: [['  if (owner() === leaving) return\n', '']],
    killer,
  },
  {
    name: 'exchanged runners: sealed rows are deleted before they are stored',
    file: 'web/src/storage/sealed/open-rows.ts',
    edits: [
      [
        '  await storage.write(\n',
        "  await sealedStorage.write(rows.map(({ name: key }) => ({ collection: 'rows', key, row: undefined })))\n  await storage.write(\n",
      ],
    ],
    killer,
  },
]
