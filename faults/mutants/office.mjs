/** Bugs that show only when the office changes customers during a shift. */

const killer = 'simulation'

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const officeMutants = [
  {
    name: 'an older status of a runner replaces the newer one of the office',
    file: 'server/src/customers/changed-by-office.ts',
    edits: [
      ['if (isOverwritten) throw', 'if (isOverwritten && change.status === customer.status) throw'],
    ],
    killer,
  },
  {
    name: 'a change that is sent again after a conflict says nothing of what the runner has seen',
    file: 'web/src/outbox/entry-actions.ts',
    edits: [['{ ...work.seen, ...office, at:', '{ ...work.seen, at:']],
    killer,
  },
  {
    name: 'a deal of the runner leaves the customer as changed by the office',
    file: 'server/src/customers/store.ts',
    edits: [
      [
        'const values = { officeChangedAt: null, ...change, updatedAt }',
        'const values = { ...change, updatedAt }',
      ],
    ],
    killer,
  },
  {
    name: 'newer database: an older release backs up what it knows',
    file: 'server/src/backup/make-backup.ts',
    edits: [['    await requireOwnMigrations(tx)\n', '']],
    killer: 'server/src/ops/backup/newer-database.test.ts',
  },
  {
    name: 'newer database: an older release moves what it knows',
    file: 'server/src/backup/move-to-postgres.ts',
    edits: [['[source, target]', '[target]']],
    killer: 'server/src/ops/backup/newer-database.test.ts',
  },
  {
    name: 'newer database: an older release erases what it knows',
    file: 'server/src/ops/customers/customer-tasks.ts',
    edits: [['    await requireOwnMigrations(deps.db)\n    return erase', '    return erase']],
    killer: 'server/src/ops/backup/newer-database.test.ts',
  },
  {
    name: 'newer database: an older release exports what it knows',
    file: 'server/src/ops/customers/customer-tasks.ts',
    edits: [['    await requireOwnMigrations(deps.db)\n    await export', '    await export']],
    killer: 'server/src/ops/backup/newer-database.test.ts',
  },
]
