/** All tables of the server's database. */
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { selectRows, type Db } from '../../src/db/client.ts'
import * as schema from '../../src/db/schema.ts'

const tables = (Object.values(schema) as unknown[]).filter((value) => is(value, PgTable))

/**
 * Deletes all rows. The ids of the next rows start at 1 again. Leaves the tables that nothing was written to since the
 * last time: PostgreSQL makes new files for each table that it truncates, which takes longer than all other work.
 */
export async function clearTables(db: Db): Promise<void> {
  const written = await selectRows<{ name: string }>(
    db,
    sql`select oid::regclass::text as name from pg_class as stored
      where relkind = 'r' and relnamespace = 'public'::regnamespace
      and (pg_relation_size(oid) > 0 or exists (
        select from pg_depend join pg_sequence on objid = seqrelid
        where refobjid = stored.oid and pg_sequence_last_value(seqrelid) is not null))`,
  )
  if (written.length === 0) return
  const names = sql.raw(written.map(({ name }) => name).join())
  await db.execute(sql`truncate ${names} restart identity cascade`)
}

/** Their rows come from the real source of random numbers, not from the one that a test can replace. */
const random: ReadonlySet<PgTable> = new Set<PgTable>([
  schema.sealingKeys,
  schema.databaseEpochs,
  schema.customerListChanges,
])

/**
 * Without the keys of the runners, the epochs and the versions of the lists, which are random.
 * @returns each row as text, in the order in which it was stored last
 */
export async function describeTables(db: Db): Promise<string[]> {
  const rows = await selectRows<{ line: string }>(
    db,
    sql.join(
      tables
        .filter((table) => !random.has(table))
        .map(
          (table) =>
            sql`select ${getTableName(table)}::text || ' ' || to_jsonb(stored)::text as line from ${table} as stored`,
        ),
      sql` union all `,
    ),
  )
  return rows.map(({ line }) => line)
}

/** Whether one deal has this invoice id. */
export async function hasDeal(db: Db, invoiceId: string): Promise<boolean> {
  const rows = await selectRows(
    db,
    sql`select invoice_id from cash_payments where invoice_id = ${invoiceId} union all select invoice_id from settlements where invoice_id = ${invoiceId}`,
  )
  return rows.length === 1
}
