import { getTableColumns, type Table } from 'drizzle-orm'

/**
 * The row that a statement has stored, without reading all of its columns back: for a wide table that takes longer than
 * the rest of the statement.
 * @param values that the statement wrote; a column without a value is null
 * @param made the columns that the database fills or spells in its own way, as it returned them
 */
export function toStoredRow<TTable extends Table>(
  table: TTable,
  values: TTable['$inferInsert'],
  made: Partial<TTable['$inferSelect']>,
): TTable['$inferSelect'] {
  const known = { ...values, ...made } as Readonly<Record<string, unknown>>
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, known[name] ?? null]))
}

/** The row after a change. Undefined fields stay unchanged, as in the statement. */
export const withChange = <TRow extends object>(row: TRow, change: Partial<TRow>): TRow => ({
  ...row,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})
