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
  {
    name: 'an erase leaves the rows of killed imports',
    file: 'server/src/customers/personal-data-store.ts',
    edits: [['  await deleteImportRows(tx, id)\n', '']],
    killer: 'server/src/ops/customers/erase-import-rows.test.ts',
  },
  {
    name: 'a backup has the rows of imports that were not decided',
    file: 'server/src/backup/make-backup.ts',
    edits: [['readRows(tx, name, findIncluded(name))', 'readRows(tx, name)']],
    killer: 'server/src/ops/backup/unfinished-imports.test.ts',
  },
  {
    name: 'a move takes an empty folder of photos for the right one',
    file: 'server/src/backup/move-to-postgres.ts',
    edits: [['if (!isAllLost) await', 'if (isAllLost) await']],
    killer: 'server/src/ops/backup/move-to-postgres.test.ts',
  },
  {
    name: 'a restore prints the statement that found no database',
    file: 'server/src/ops/program.ts',
    edits: [['const failure = toOperatorError(error)', 'const failure = error']],
    killer: 'server/src/ops/connection/cut-commands.test.ts',
  },
  {
    name: 'a connection is used again after a failed rollback',
    file: 'server/src/db/connections.ts',
    edits: [["if (text === 'rollback') {", "if (text === 'never') {"]],
    killer: 'server/test/many-servers/frozen-database.test.ts',
  },
  {
    name: 'an export of a customer has its name before it is complete',
    file: 'server/src/backup/whole-folder.ts',
    edits: [['let current = `${folder}.partial`', 'let current = folder']],
    killer: 'server/src/ops/customers/failed-export.test.ts',
  },
  {
    name: 'a failed check of a proxy is not in the log',
    file: 'server/src/http/response-hooks.ts',
    edits: [[' && status === 200)', ')']],
    killer: 'server/test/api/log.test.ts',
  },
]
