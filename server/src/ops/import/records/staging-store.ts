import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, eq, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type DbOrTx, selectRows } from '../../../db/client.ts'
import { importRows } from '../../../db/schema.ts'
import {
  type ImportColumn,
  type ImportKind,
  importKindNames,
  importKinds,
} from '../csv/import-kinds.ts'
import type { BadRow, ImportedRow, KnownIds } from '../csv/import-row.ts'

/** One import and what it imports. */
export interface Staging {
  readonly db: DbOrTx
  readonly importId: string
  readonly kind: ImportKind
}

/**
 * Stores rows in the database until the whole file is checked, so that a large import needs neither memory nor locks.
 * @returns the rows whose key an earlier row of the file has; they are not staged
 */
export async function stageRows(staging: Staging, rows: readonly ImportedRow[]): Promise<BadRow[]> {
  const { db, importId } = staging
  const staged = await selectRows<{ line: number }>(
    db,
    // One parameter for all rows keeps the statement the same for any number of rows.
    sql`insert into ${importRows} (import_id, key, line, data)
      select ${importId}::uuid, row ->> 'key', (row ->> 'line')::integer, row -> 'data'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as file (row, place)
      order by place
      on conflict do nothing
      returning line`,
  )
  const lines = new Set(staged.map(({ line }) => line))
  const repeated = rows.filter(({ line }) => !lines.has(line))
  return repeated.length === 0 ? [] : nameFirstLines(staging, repeated)
}

async function nameFirstLines(
  { db, importId, kind }: Staging,
  repeated: readonly ImportedRow[],
): Promise<BadRow[]> {
  const keys = [...new Set(repeated.map(({ key }) => key))]
  const found = await db
    .select({ key: importRows.key, line: importRows.line })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), inArray(importRows.key, keys)))
  const firstLine = new Map(found.map(({ key, line }) => [key, line]))
  return repeated.map(({ line, key }) => ({
    line,
    reason: `${kind.key.names[0]} ${key} is already on line ${firstLine.get(key)}`,
  }))
}

/** This row beside the staged rows stores that an import is decided. No record has an empty key. */
export const DECISION = { key: '', line: 0 }
export const isDecision = eq(importRows.key, DECISION.key)
export const decisionSchema = v.object({
  kind: v.picklist(importKindNames),
  columns: v.array(v.string()),
})

export const isStagedBy = (importId: string) => eq(importRows.importId, importId)

/** Whether the import began before an instant, or by a clock that was more than a day ahead and was set back since. */
export const hasBegunBefore = (instant: Date) =>
  or(
    lt(importRows.importId, makeImportId(instant)),
    gt(importRows.importId, makeImportId(new Date(Date.now() + DAY_MS))),
  )

const DAY_MS = 86_400_000

/** Removes staged rows whose value in a unique column an earlier row of the file has. @returns the removed rows */
export async function removeRepeated(staging: Staging, column: ImportColumn): Promise<BadRow[]> {
  const value = valueOf(column)
  return removeClashing(
    staging,
    column,
    sql`exists (
      select from ${importRows} earlier
      where earlier.import_id = staged.import_id and earlier.line < staged.line
        and ${value('earlier')} = ${value('staged')}
    )`,
  )
}

/**
 * Removes staged rows whose value in a unique column belongs to another record, or to a row of another import that is
 * decided and not merged yet. @returns the removed rows
 */
export async function removeTaken(staging: Staging, column: ImportColumn): Promise<BadRow[]> {
  const { kind } = staging
  const value = valueOf(column)
  const [kindName] = importKindNames.filter((name) => importKinds[name] === kind)
  return removeClashing(
    staging,
    column,
    sql`(exists (
      select from ${kind.table} record
      where record.${sql.identifier(column.column.name)}::text = ${value('staged')}
        and record.${sql.identifier(kind.key.column.name)}::text <> staged.key
    ) or exists (
      select from ${importRows} decision join ${importRows} other
        on other.import_id = decision.import_id and other.key not in (${DECISION.key}, staged.key)
      where decision.key = ${DECISION.key} and decision.data ->> 'kind' = ${kindName}
        and decision.import_id <> staged.import_id and ${value('other')} = ${value('staged')}
    ))`,
  )
}

const valueOf =
  ({ column }: ImportColumn) =>
  (row: string) =>
    sql.raw(`${row}.data ->> '${column.name}'`)

async function removeClashing(
  { db, importId }: Staging,
  column: ImportColumn,
  isClashing: SQL,
): Promise<BadRow[]> {
  const clashes = await selectRows<{ line: number; value: string }>(
    db,
    sql`delete from ${importRows} staged
      where staged.import_id = ${importId}::uuid and ${isClashing}
      returning staged.line, ${valueOf(column)('staged')} as value`,
  )
  return clashes.map((clash) => ({
    line: clash.line,
    reason: `${column.names[0]} ${clash.value} belongs to another record`,
  }))
}

/** Returns the ids that rows can refer to. They fit into memory, because rows refer only to small tables. */
export async function findKnownIds({ db, kind }: Staging): Promise<KnownIds> {
  const known = new Map<string, ReadonlySet<unknown>>()
  for (const { column, refersTo } of kind.columns) {
    if (!refersTo) continue
    const found = await db.select({ id: refersTo.id }).from(refersTo.id.table)
    known.set(column.name, new Set(found.map(({ id }) => id)))
  }
  return known
}

export async function discardStaged(db: DbOrTx, importId: string): Promise<void> {
  await db.delete(importRows).where(eq(importRows.importId, importId))
}

/**
 * Deletes the rows of imports that were killed before their decision. A decided one is finished first.
 * @param before an import that began before this time runs no longer; default: a day ago, because none takes a day
 */
export async function discardAbandoned(
  db: DbOrTx,
  before = new Date(Date.now() - DAY_MS),
): Promise<void> {
  const isAbandoned = hasBegunBefore(before)
  // A standby, which takes no writes, need not be asked for one.
  if ((await db.$count(importRows, isAbandoned)) > 0) await db.delete(importRows).where(isAbandoned)
}

/** A UUID of version 7. These ids sort by time, so that an old abandoned import differs from a running one. */
export function makeImportId(instant: Date, random: Uint8Array = randomBytes(10)): string {
  const time = instant.getTime().toString(16).padStart(12, '0')
  const rest = Buffer.from(random)
  rest[0] = 0x70 | ((rest[0] ?? 0) & 0x0f)
  rest[2] = 0x80 | ((rest[2] ?? 0) & 0x3f)
  return `${time}${rest.toString('hex')}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
    '$1-$2-$3-$4-$5',
  )
}

/**
 * Lets waiting requests run. The embedded database works in this thread without ever pausing, so that an import would
 * otherwise block the server until its end.
 */
export async function yieldToRequests(): Promise<void> {
  await setImmediate()
}
