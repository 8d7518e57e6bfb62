/** Bugs in the storage of the phone, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenStorage = [
  {
    name: 'the disk may write a transaction later',
    file: 'web/src/storage/transaction.ts',
    edits: [["durability = 'strict'", "durability = 'relaxed'"]],
    killer: 'web/src/storage/transaction.test.ts',
  },
  {
    name: 'a write counts as stored before its transaction ends',
    file: 'web/src/storage/transaction.ts',
    edits: [
      [
        'const [result] = await Promise.all([workOrUndo(idb, work, beforeCommit), idb.done])\n        return result',
        'idb.done.catch(() => undefined)\n        return workOrUndo(idb, work, beforeCommit)',
      ],
    ],
    killer: 'web/src/storage/transaction.test.ts',
  },
  {
    name: 'a change during the copy of a row is not copied',
    file: 'web/src/storage/copy-rows.ts',
    edits: [
      [
        '  uncopied.delete(address)\n  if (!change || !cache) return',
        '  if (!change || !cache) return',
      ],
      [
        '  const row = await deps.readRow(change)\n',
        '  const row = await deps.readRow(change)\n  uncopied.delete(address)\n',
      ],
    ],
    killer: 'web/src/storage/second-copy.test.ts',
  },
  {
    name: 'the copy of a lost row is deleted',
    file: 'web/src/storage/copy-rows.ts',
    edits: [
      [
        'else if (row !== undefined || (await isDeleted(change, deps))) await cache.delete(address)',
        'else await cache.delete(address)',
      ],
    ],
    killer: 'web/src/storage/restore-damaged.test.ts',
  },
  {
    name: 'a copy that failed is not tried again',
    file: 'web/src/storage/copy-rows.ts',
    edits: [['        if (isTriedAgain) uncopied.set(address, change)\n', '']],
    killer: 'web/src/storage/second-copy.test.ts',
  },
  {
    name: 'the oldest copies of received deals stay instead of the newest',
    file: 'web/src/storage/update-copies.ts',
    edits: [['timeOf(other) - timeOf(one)', 'timeOf(one) - timeOf(other)']],
    killer: 'web/src/storage/restore.test.ts',
  },
  {
    name: 'the space for a deal is twelve bytes',
    file: 'web/src/storage/free-space.ts',
    edits: [['quota - usage < SPACE_FOR_A_DEAL_MB * MB', 'quota - usage < SPACE_FOR_A_DEAL_MB']],
    killer: 'web/src/storage/free-space.test.ts',
  },
  {
    name: 'a restore never says that it was late',
    file: 'web/src/storage/restore-runs.ts',
    edits: [
      ['const restored = { ...found, isLate }', 'const restored = { ...found, isLate: false }'],
    ],
    killer: 'web/src/storage/restore-runs.test.ts',
  },
  {
    name: 'sealed rows are deleted before they are stored',
    file: 'web/src/storage/sealed/open-rows.ts',
    edits: [
      [
        'async function restore(rows: readonly OpenedRow[]): Promise<void> {\n',
        "async function restore(rows: readonly OpenedRow[]): Promise<void> {\n  await sealedStorage.write(\n    rows.map(({ name: key }) => ({ collection: 'rows', key, row: undefined })),\n  )\n",
      ],
    ],
    killer: 'web/src/state/clear-phone.test.ts',
  },
  {
    name: 'a tab holds the database against a newer release',
    file: 'web/src/storage/database.ts',
    edits: [["      result.addEventListener('versionchange', () => result.close())\n", '']],
    killer: 'web/src/storage/database.test.ts',
  },
  {
    name: 'a database that was closed is used again',
    file: 'web/src/storage/database.ts',
    edits: [
      [
        'if (connection === current && isOpen(database)) return database',
        'if (connection === current) return database',
      ],
    ],
    killer: 'web/src/storage/database.test.ts',
  },
]
