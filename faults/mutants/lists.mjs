/** Bugs in the answers that a process stores, and in the versions that tell them apart. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const listMutants = [
  {
    name: 'a stored list is sent whatever its version is',
    file: 'server/src/customers/list-answers.ts',
    edits: [['stored?.version === version ? select', 'stored ? select']],
    killer: 'server/test/many-servers/current-lists.test.ts',
  },
  {
    name: 'a stored list stays the same when a customer leaves it',
    file: 'server/src/db/migrations/0026_customer_list_changes.sql',
    edits: [['SELECT coalesce("runner_id", 0) FROM "old_rows" UNION ', '']],
    killer: 'server/src/customers/list-versions-store.test.ts',
  },
  {
    name: 'a silent statement holds up the questions of all others',
    file: 'server/src/db/together.ts',
    edits: [['if (slow === MOST_SLOW) return', 'if (slow <= MOST_SLOW) return']],
    killer: 'server/src/db/together.test.ts',
  },
]
