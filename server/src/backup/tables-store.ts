import { getTableName, is, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '../db/schema.ts'

/** Tables whose rows belong to one database only: the start of a server, and a trigger, write them. */
export const OWN_TABLES: ReadonlySet<string> = new Set(
  [schema.databaseEpochs, schema.customerListChanges].map(getTableName),
)

/** Rows that a backup leaves out, with the reason. A restored backup must not make them valid again. */
const leftOut: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  [schema.sessions, 'a session that the office has ended would open again'],
  [schema.signInCodes, 'a code that was used would be valid again'],
  [schema.signInEvents, 'they count the guesses of today'],
  [schema.rateCounts, 'they count the calls of the last minutes'],
  [schema.customerListChanges, 'the restored customers have changes of their own'],
  [schema.uploads, 'a phone begins an upload again that is gone'],
  [schema.uploadParts, 'they are of the uploads'],
  [schema.databaseEpochs, 'a restored database begins an epoch of its own'],
])

/**
 * Which rows of a table are in a backup; all rows of the other tables. Rows of an import that is not decided may never be
 * imported. Those of a decided one belong to it: a file is imported completely or not at all.
 */
const included: ReadonlyMap<PgTable, SQL> = new Map<PgTable, SQL>([
  [
    schema.importRows,
    // No record has an empty key: it is that of the row that stores the decision.
    sql`import_id in (select import_id from ${schema.importRows} where key = '')`,
  ],
])

/** @returns a condition; undefined when a backup has all rows of the table */
export const findIncluded = (name: string): SQL | undefined =>
  [...included].find(([table]) => getTableName(table) === name)?.[1]

/** The names of all tables, each after the tables to which it refers. */
export function listTables(): string[] {
  const tables = Object.values<unknown>(schema).filter((value) => is(value, PgTable))
  const ordered = new Set<PgTable>()
  const add = (table: PgTable) => {
    for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable)
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered].map(getTableName)
}

/** The names of the tables of a backup, in the order of {@link listTables}. */
export function listBackupTables(): string[] {
  const out = new Set([...leftOut.keys()].map(getTableName))
  return listTables().filter((name) => !out.has(name))
}

/** The names of the tables that another database gets with a move: all but {@link OWN_TABLES}. */
export function listMovedTables(): string[] {
  return listTables().filter((name) => !OWN_TABLES.has(name))
}
