/**
 * SQL that copies the rows of any table. A row is the JSON that PostgreSQL makes of it, and PostgreSQL reads it again:
 * no value passes through a number of JavaScript, so every value stays exact.
 */
import { getTableName, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
import { photos } from '../db/schema.ts'

const ROWS_AT_A_TIME = 200

/** All values of time as UTC, whatever the settings of the database are. */
export async function setUtc(tx: Tx): Promise<void> {
  await tx.execute(sql`set local time zone 'UTC'`)
}

/** The statements after this one all see the rows of one moment. Call it first in a transaction. */
export async function beginSnapshot(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`)
  await setUtc(tx)
  // An older setting of the database would round numbers.
  await tx.execute(sql`set local extra_float_digits = 1`)
}

/**
 * The rows of a table as JSON texts, in the order of its primary key, a few at a time. Call {@link setUtc} first.
 * @param isIncluded which rows; default: all
 */
export async function* readRows(
  tx: Tx,
  table: string,
  isIncluded: SQL = sql`true`,
): AsyncGenerator<readonly string[]> {
  const keys = await listKeyColumns(tx, table)
  const order = sql.join(keys.map(sql.identifier), sql`, `)
  await tx.execute(
    sql`declare copied no scroll cursor for
      select row_to_json(one)::text as row from ${sql.identifier(table)} as one
      where ${isIncluded} order by ${order}`,
  )
  for (;;) {
    const rows = await selectRows<{ row: string }>(
      tx,
      sql.raw(`fetch ${ROWS_AT_A_TIME} from copied`),
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < ROWS_AT_A_TIME) break
  }
  await tx.execute(sql`close copied`)
}

/** @param rows of {@link readRows}, also of a database with the same columns in another order */
export async function insertRows(tx: Tx, table: string, rows: readonly string[]): Promise<void> {
  const name = sql.identifier(table)
  await tx.execute(
    sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::json)`,
  )
}

/** Lets the next new row of a table get an id that no row has. */
export async function moveIdentities(tx: Tx, table: string): Promise<void> {
  const columns = await selectRows<{ name: string }>(
    tx,
    sql`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_identity = 'YES'`,
  )
  for (const { name } of columns) {
    await tx.execute(sql`select setval(
      pg_get_serial_sequence(${table}, ${name}),
      (select coalesce(max(${sql.identifier(name)}), 0) + 1 from ${sql.identifier(table)}), false)`)
  }
}

export async function countRows(db: DbOrTx, table: string): Promise<number> {
  const [found] = await selectRows<{ rows: number }>(
    db,
    sql`select count(*)::integer as rows from ${sql.identifier(table)}`,
  )
  return found?.rows ?? 0
}

/** How many migrations the database has had. */
export async function countMigrations(db: DbOrTx): Promise<number> {
  const [found] = await selectRows<{ migrations: number }>(
    db,
    sql`select count(*)::integer as migrations from drizzle.__drizzle_migrations`,
  )
  return found?.migrations ?? 0
}

/** The names of the tables that exist, whichever release made them. */
export async function listExistingTables(db: DbOrTx): Promise<string[]> {
  const tables = await selectRows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  )
  return tables.map(({ name }) => name)
}

/** Whether the tables can tell which photos are lost. Those of an older release cannot. */
export async function hasLostPhotos(db: DbOrTx): Promise<boolean> {
  const columns = await selectRows(
    db,
    sql`select from information_schema.columns where table_schema = 'public'
      and table_name = ${getTableName(photos)} and column_name = ${photos.lostAt.name}`,
  )
  return columns.length > 0
}

async function listKeyColumns(tx: Tx, table: string): Promise<string[]> {
  const columns = await selectRows<{ name: string }>(
    tx,
    sql`select attribute.attname as name
      from pg_index as key
      join pg_attribute as attribute
        on attribute.attrelid = key.indrelid and attribute.attnum = any(key.indkey)
      where key.indrelid = ${table}::regclass and key.indisprimary
      order by array_position(key.indkey::smallint[], attribute.attnum)`,
  )
  return columns.map(({ name }) => name)
}
