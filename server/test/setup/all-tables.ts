/** All tables of the server's database. */
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { selectRows, type Db } from '../../src/db/client.ts'
import * as schema from '../../src/db/schema.ts'

const tables = (Object.values(schema) as unknown[]).filter((value) => is(value, PgTable))

/** Deletes all rows. The ids of the next rows start at 1 again. */
export async function clearTables(db: Db): Promise<void> {
  await db.execute(sql`truncate ${sql.join(tables, sql`, `)} restart identity cascade`)
}

/**
 * Without the keys of the runners and the epochs: they come from the real source of random numbers, not from the one that
 * a test can replace.
 * @returns each row as text, in the order in which it was stored last
 */
export async function describeTables(db: Db): Promise<string[]> {
  const lines: string[] = []
  for (const table of tables) {
    if (table === schema.sealingKeys || table === schema.databaseEpochs) continue
    const rows = await selectRows<{ row: string }>(
      db,
      sql`select to_jsonb(stored)::text as row from ${table} as stored`,
    )
    lines.push(...rows.map(({ row }) => `${getTableName(table)} ${row}`))
  }
  return lines
}

/** Whether one deal has this invoice id. */
export async function hasDeal(db: Db, invoiceId: string): Promise<boolean> {
  const rows = await selectRows(
    db,
    sql`select invoice_id from cash_payments where invoice_id = ${invoiceId} union all select invoice_id from settlements where invoice_id = ${invoiceId}`,
  )
  return rows.length === 1
}
