/** Bugs in the commands of the office, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOffice1 = [
  {
    name: 'erasing a customer deletes photos of other customers',
    file: 'server/src/customers/personal-data.ts',
    edits: [[' && !ofOthers.has(hash)', '']],
    killer: 'server/src/ops/customers/customers-command.test.ts',
  },
  {
    name: 'erasing a customer leaves the shown copies of the photos',
    file: 'server/src/customers/personal-data.ts',
    edits: [['      await shownPhotoStore.delete(shownPhotoKey(hash))\n', '']],
    killer: 'server/src/ops/customers/erase-again.test.ts',
  },
  {
    name: 'a restore starts although a photo of the backup is damaged',
    file: 'server/src/backup/backup-folder.ts',
    edits: [['    if (found !== hash) throw damaged(folder, name)\n', '']],
    killer: 'server/src/ops/backup/backup-commands.test.ts',
  },
  {
    name: 'a date with slashes has the month first',
    file: 'server/src/ops/import/csv/import-fields.ts',
    edits: [
      ["const [, day = '', month = '', year = '']", "const [, month = '', day = '', year = '']"],
    ],
    killer: 'server/src/ops/import/csv/import-fields.test.ts',
  },
  {
    name: 'an import overwrites what the runner has changed',
    file: 'server/src/ops/import/records/merge-store.ts',
    edits: [
      [
        'sql`case when ${isNewValue(column)}\n    then ${selectStagedValue(column)} else record.${name} end`',
        'sql`case when true\n    then ${selectStagedValue(column)} else record.${name} end`',
      ],
    ],
    killer: 'server/src/ops/import/records/import-records.test.ts',
  },
  {
    name: 'records that are added after an import get a number that is taken',
    file: 'server/src/ops/import/records/merge-store.ts',
    edits: [
      [
        '  for (const column of columns) if (column.generatedIdentity) await moveIdentity(db, kind, column)\n',
        '',
      ],
    ],
    killer: 'server/src/ops/import/records/import-records.test.ts',
  },
  {
    name: 'entries of a file are imported in the order of their ids',
    file: 'server/src/ops/import/deals/import-deals.ts',
    edits: [['timedEntries.toSorted((one, other) => one.time - other.time)', 'timedEntries']],
    killer: 'server/src/ops/import/deals/import-deals-refusals.test.ts',
  },
  {
    name: 'a single order that the runner did not confirm is imported',
    file: 'server/src/ops/import/deals/import-deals.ts',
    edits: [
      [
        "  if (entry.output.state === 'held') return refused('the runner has not confirmed it')\n",
        '',
      ],
    ],
    killer: 'server/src/ops/import/deals/import-deals-refusals.test.ts',
  },
  {
    name: 'a damaged photo of a file is stored',
    file: 'server/src/ops/import/deals/import-entry.ts',
    edits: [["sha256 !== '' && sha256 !== hashOf(bytes)", "sha256 === '' && bytes.length === 0"]],
    killer: 'server/src/ops/import/deals/damaged-photos.test.ts',
  },
  {
    name: 'an adopted deal has the oldest of several photos',
    file: 'server/src/ops/deals/adopt/damaged-items.ts',
    edits: [['one.taken_at < other.taken_at ? -1 : 1', 'one.taken_at > other.taken_at ? -1 : 1']],
    killer: 'server/src/ops/deals/adopt/damaged-items.test.ts',
  },
]
