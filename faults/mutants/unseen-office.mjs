/** Bugs in the commands of the office, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOffice = [
  {
    name: 'erasing a customer deletes photos of other customers',
    file: 'server/src/customers/personal-data.ts',
    edits: [['found.filter((photo) => !photo.is_shared)', 'found']],
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
    killer: 'server/src/ops/import/deals/import-deals-refusals.test.ts',
  },
  {
    name: 'an adopted deal has the oldest of several photos',
    file: 'server/src/ops/deals/adopt/damaged-items.ts',
    edits: [['one.taken_at < other.taken_at ? -1 : 1', 'one.taken_at > other.taken_at ? -1 : 1']],
    killer: 'server/src/ops/deals/adopt/damaged-items.test.ts',
  },
  {
    name: 'given values are written into every damaged deal of a file',
    file: 'server/src/ops/deals/adopt/adopt-deals.ts',
    edits: [
      [
        "  if (Object.keys(given).length > 0 && items.length > 1)\n    throw new OperatorError('Add --entry NAME: the values are for one entry.')\n",
        '',
      ],
    ],
    killer: 'server/src/ops/deals/adopt/adopt-command.test.ts',
  },
  {
    name: 'the list of deals calls returned money collected',
    file: 'server/src/ops/deals/describe-deal.ts',
    edits: [
      [
        "deal.balance_type === 'return' ? 'returned' : 'collected'",
        "deal.balance_type === 'return' ? 'collected' : 'returned'",
      ],
    ],
    killer: 'server/src/ops/deals/deals-command.test.ts',
  },
  {
    name: 'the file for a spreadsheet has formulas',
    file: 'server/src/ops/deals/deals-file.ts',
    edits: [['escape_formulas: true', 'escape_formulas: false']],
    killer: 'server/src/ops/deals/deals-file.test.ts',
  },
  {
    name: 'customers that move to another runner have no history of it',
    file: 'server/src/runners/office-service.ts',
    edits: [['    await recordOfficeChanges(tx, moved)\n', '']],
    killer: 'server/test/api/former-runner.test.ts',
  },
  {
    name: 'the list of the office skips deals of the same moment',
    file: 'server/src/deals/deal-overview-store.ts',
    edits: [
      [
        'sql`(${createdAt}, ${invoiceId}) < (${below.createdAt.toISOString()}::timestamptz, ${below.invoiceId})`',
        'sql`${createdAt} < ${below.createdAt.toISOString()}::timestamptz`',
      ],
    ],
    killer: 'server/src/ops/deals/deals-command.test.ts',
  },
  {
    name: 'a deal of an erased customer with a late photo is not due',
    file: 'server/src/deals/deal-overview.ts',
    edits: [
      [
        "isErased && [photos.packet, photos.receipt].some(({ state }) => state === 'received')",
        "isErased && [photos.packet, photos.receipt].every(({ state }) => state === 'received')",
      ],
    ],
    killer: 'server/src/ops/customers/erase-again.test.ts',
  },
  {
    name: 'a verification stops after its first page of photos',
    file: 'server/src/photos/verify-photos.ts',
    edits: [
      ['if (!last || photos.length < PAGE) return', 'if (!last || photos.length <= PAGE) return'],
    ],
    killer: 'server/src/photos/verify-photos.test.ts',
  },
  {
    name: 'rows of a CSV file have the line where they end',
    file: 'server/src/ops/import/csv/csv-rows.ts',
    edits: [['const line = info.lines - countNewlines(record)', 'const line = info.lines']],
    killer: 'server/src/ops/import/csv/csv-rows.test.ts',
  },
  {
    name: 'a file in two chunks has empty lines from Windows',
    file: 'server/src/ops/import/csv/csv-text.ts',
    edits: [
      ["const text = endsInReturn ? decoded.replace(/^\\n/, '') : decoded", 'const text = decoded'],
    ],
    killer: 'server/src/ops/import/csv/csv-text.test.ts',
  },
]
