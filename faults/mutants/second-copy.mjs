/** Bugs that the phone could have with the second copy of its work, one at a time. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const secondCopyMutants = [
  {
    name: 'no second copy is made',
    file: 'web/src/storage/engine.ts',
    edits: [['      if (!isUncopied) copies.add(changed)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'a row is deleted before its copy, and is restored when the phone dies in between',
    file: 'web/src/storage/engine.ts',
    edits: [['    await copies.remove(deletes)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'the only copy of a photo is deleted on a full phone',
    file: 'web/src/storage/second-copy.ts',
    edits: [['filter((_, at) => isPresent[at])', 'filter((_, at) => isPresent.length > at)']],
    killer: 'second copy',
  },
  {
    name: 'one unreadable copy prevents the restore of all others',
    file: 'web/src/storage/restore.ts',
    edits: [
      [
        "    reportProblem('A copy was not restored', error)\n    return false\n",
        '    throw error\n',
      ],
    ],
    killer: 'second copy',
  },
  {
    name: 'work that the server has is restored and sent again',
    file: 'web/src/storage/restore.ts',
    edits: [['  if (isObsolete) await deleteObsolete(collection, isObsolete, deps)\n', '']],
    killer: 'second copy',
  },
  {
    name: 'a row that another tab deletes while it is restored comes back',
    file: 'web/src/storage/second-copy.ts',
    edits: [
      ['(work: () => Promise<T>) => aloneOrLate(deps, work)', '(work: () => Promise<T>) => work()'],
    ],
    killer: 'restore in two tabs',
  },
  {
    name: 'an entry that another tab restored late is not sent',
    file: 'web/src/outbox/page-outbox.ts',
    edits: [['if (count > 0 || isLate) wake()', 'if (count > 0) wake()']],
    killer: 'restored work',
  },
]
