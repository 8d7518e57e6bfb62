/** Bugs that the phone could have with the second copy of its work, one at a time. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const secondCopyMutants = [
  {
    name: 'no second copy is made',
    file: 'web/src/lib/write-phone.ts',
    edits: [['  copyRows(changes)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'a row that was deleted keeps its copy, and comes back',
    file: 'web/src/lib/second-copy.ts',
    edits: [['      else await cache?.delete(address)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'an old copy of a visit takes the place of what was entered since',
    file: 'web/src/state/restore-rows.ts',
    edits: [
      [
        'if (stored !== undefined && versionOf(stored) >= versionOf(copy)) return false',
        "if (stored !== undefined && store !== 'visits') return false",
      ],
    ],
    killer: 'second copy',
  },
  {
    name: 'work that the office has is brought back and sent again',
    file: 'web/src/state/restore-rows.ts',
    edits: [
      ["    if (store === 'outbox' && (await isReceived(copy, rows))) {\n", '    if (!rows) {\n'],
    ],
    killer: 'second copy',
  },
]
