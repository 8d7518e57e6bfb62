/** Bugs in the storage of the phone, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenStorage = [
  {
    name: 'the oldest copies of received deals stay instead of the newest',
    file: 'web/src/storage/restore.ts',
    edits: [['timeOf(other) - timeOf(one)', 'timeOf(one) - timeOf(other)']],
    killer: 'web/src/storage/restore.test.ts',
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
]
