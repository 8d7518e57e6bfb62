/** Bugs in the commands of the office, planted from the source by somebody who had not read the tests. */

/** @type {readonly import('./mutant.mjs').Mutant[]} */
export const unseenOffice2 = [
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
        "[packet, receipt].some(({ state }) => state === 'received')",
        "[packet, receipt].every(({ state }) => state === 'received')",
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
  {
    name: 'two calls end the same adopted order',
    file: 'server/src/work/adopted-work.ts',
    edits: [
      [
        '  const stored = await findAdopted(tx, own)\n  if (!stored) return (await findWork(tx, own))?.contentHash === contentHash\n',
        '  const stored = found\n',
      ],
    ],
    killer: 'server/src/ops/deals/adopt/others-sent-later.test.ts',
  },
  {
    name: 'a phone that reports is dropped when 50 others have unsent work',
    file: 'server/src/reconciliation/phones-store.ts',
    edits: [['sql`${phones.id} <> ${phoneId}`, ', '']],
    killer: 'server/test/api/many-phones.test.ts',
  },
  {
    name: 'an erase deletes a photo that replaced one of a payment of another customer',
    file: 'server/src/customers/customer-photos-store.ts',
    edits: [
      [
        'coalesce(settled.customer_id, paid.customer_id) is distinct from',
        'settled.customer_id <>',
      ],
    ],
    killer: 'server/src/ops/customers/erase-shared-photos.test.ts',
  },
  {
    name: 'a photo that one of two runners has sent again stays lost for the other',
    file: 'server/src/photos/store.ts',
    edits: [['asc(photos.hash), asc(photos.lostAt)', 'asc(photos.hash)']],
    killer: 'server/src/photos/lost-photos.test.ts',
  },
  {
    name: 'a code of a clock that was ahead stays valid',
    file: 'server/src/auth/one-time-code.ts',
    edits: [['age > -GRACE_MS && age', 'age']],
    killer: 'server/test/api/sign-in-by-code.test.ts',
  },
  {
    name: 'an import of other columns forgets that the office changed the customer',
    file: 'server/src/ops/import/records/merge-store.ts',
    edits: [['then now() else record.office_changed_at end', 'then now() end']],
    killer: 'server/src/ops/import/records/fewer-columns.test.ts',
  },
  {
    name: 'a move gives the last number of an order out again',
    file: 'server/src/db/epoch.ts',
    edits: [['where last_value <= ${last}', 'where last_value < ${last}']],
    killer: 'server/src/ops/backup/move-to-postgres.test.ts',
  },
]
