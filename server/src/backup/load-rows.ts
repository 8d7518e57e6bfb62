import type { Db, Tx } from '../db/client.ts'
import { findRefusedData } from '../db/refused-data.ts'
import { OWN_TABLES } from './tables-store.ts'
import { OperatorError } from '../errors.ts'
import { isRowTurn } from '../progress.ts'
import { countRows, insertRows, listExistingTables, moveIdentities, setUtc } from './rows-store.ts'

/** How many rows of a table are written. The last report of a table has all of them. */
export interface RowProgress {
  readonly table: string
  readonly rows: number
  readonly of: number
}

export interface TableRows {
  readonly name: string
  /** The number of rows that there must be. */
  readonly rows: number
  /** The rows as JSON texts, a few at a time. */
  readonly read: () => AsyncIterable<readonly string[]>
}

/** Throws `OperatorError` when any table of the database has a row, apart from its epochs: each start writes those. */
export async function requireNoRows(db: Db): Promise<void> {
  for (const name of await listExistingTables(db)) {
    if (OWN_TABLES.has(name)) continue
    if ((await countRows(db, name)) > 0)
      throw new OperatorError(
        `The database is not empty: its table ${name} has rows. Nothing was changed.`,
      )
  }
}

/**
 * Writes all rows or none, and counts them. Throws `OperatorError` when the database refuses a row, or a table does not
 * get the rows that it must have.
 * @param tables each after those to which it refers
 * @param finish what belongs to the rows, in their transaction
 */
export async function loadRows(
  db: Db,
  tables: readonly TableRows[],
  onRows: (progress: RowProgress) => void,
  finish?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await setUtc(tx)
    for (const { name, rows, read } of tables) {
      let written = 0
      for await (const page of read()) {
        await insertRows(tx, name, page).catch((error: unknown) => {
          throw asRefusedRow(error, name)
        })
        written += page.length
        if (isRowTurn(written) && written < rows) onRows({ table: name, rows: written, of: rows })
      }
      const found = await countRows(tx, name)
      if (found !== rows)
        throw new OperatorError(
          `${name} has ${found} rows instead of ${rows}. Nothing was changed.`,
        )
      await moveIdentities(tx, name)
      onRows({ table: name, rows, of: rows })
    }
    await finish?.(tx)
  })
}

function asRefusedRow(error: unknown, table: string): unknown {
  const refusal = findRefusedData(error)
  if (refusal === undefined) return error
  return new OperatorError(
    `The database refuses a row of ${table} (${refusal}). Nothing was changed.`,
    { cause: error },
  )
}
