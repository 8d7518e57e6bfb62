/** Bugs in the commands of the office, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOffice = [
  {
    name: 'a date with slashes has the month first',
    file: 'server/src/ops/import/csv/import-fields.ts',
    edits: [
      ["const [, day = '', month = '', year = '']", "const [, month = '', day = '', year = '']"],
    ],
    killer: 'server/src/ops/import/csv/import-fields.test.ts',
  },
  {
    name: 'the file for a spreadsheet has formulas',
    file: 'server/src/ops/deals/deals-file.ts',
    edits: [['escape_formulas: true', 'escape_formulas: false']],
    killer: 'server/src/ops/deals/deals-file.test.ts',
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
