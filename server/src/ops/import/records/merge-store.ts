import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { OFFICE_LOCK_MS } from '../../../db/answer-limits.ts'
import { type Db, type DbOrTx, selectRows, type Tx } from '../../../db/client.ts'
import { lockNumbers } from '../../../db/lock-numbers.ts'
import { importRows } from '../../../db/schema.ts'
import { transactIn } from '../../../db/transact.ts'
import type { ImportKind } from '../csv/import-kinds.ts'
import { yieldToRequests } from './staging-store.ts'

export interface MergeCounts {
  /** How many staged rows it took: fewer than were staged when another process merged or discarded some of them. */
  readonly rows: number
  readonly added: number
  readonly changed: number
}

/**
 * Moves staged rows into their table, a few hundred per transaction, so that requests wait for milliseconds only. A
 * value is written only when it differs from the row of the last import: an import never overwrites a runner's change.
 * @param columns the columns of the file
 */
export async function mergeStaged(
  db: Db,
  importId: string,
  kind: ImportKind,
  columns: readonly PgColumn[],
): Promise<MergeCounts> {
  const merged = { rows: 0, added: 0, changed: 0 }
  for (let last: string | null = ''; last !== null;) {
    const chunk = {
      lock: buildLockStatement(importId, kind, columns, last),
      statement: buildChunkStatement(importId, kind, columns, last),
    }
    const counts: ChunkCounts = await mergeChunk(db, kind, chunk)
    merged.rows += counts.rows
    merged.added += counts.added
    merged.changed += counts.changed
    last = counts.last
    await yieldToRequests()
  }
  for (const column of columns) if (column.generatedIdentity) await moveIdentity(db, kind, column)
  return merged
}

const CHUNK_ROWS = 500

/**
 * Until the end of the transaction, no other server merges or decides an import. Two merges could lock the same records
 * in different orders, and two decisions could take the same phone. It waits as long as a statement may take: the decision
 * about a large file has statements over all its rows.
 */
export async function lockMerges(tx: Tx): Promise<void> {
  await limitLockWaits(tx, 0)
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.merge})`)
  await limitLockWaits(tx, OFFICE_LOCK_MS)
}

/** @param ms 0: no limit */
const limitLockWaits = (tx: Tx, ms: number) =>
  tx.execute(sql`select set_config('lock_timeout', ${String(ms)}, true)`)

/** `last` is the highest key of the chunk, null when no row was left. */
type ChunkCounts = MergeCounts & { readonly last: string | null; readonly keys: readonly string[] }

function mergeChunk(
  db: Db,
  kind: ImportKind,
  { lock, statement }: { lock: SQL; statement: SQL },
): Promise<ChunkCounts> {
  return transactIn(db)(async (tx) => {
    await lockMerges(tx)
    // The planner would read the whole table for every chunk. Looking up each row by its key is faster.
    await tx.execute(
      sql`select set_config(name, 'off', true) from (values ('enable_hashjoin'), ('enable_mergejoin')) as setting (name)`,
    )
    await tx.execute(lock)
    const [counts] = await selectRows<ChunkCounts>(tx, statement)
    if (!counts) return { rows: 0, added: 0, changed: 0, last: null, keys: [] }
    if (counts.keys.length > 0) await kind.recordHistory?.(tx, counts.keys)
    return counts
  })
}

/**
 * Locks the records that the chunk changes, in the order of their keys. Without it, the update would lock them in the
 * order of the staged rows, whose keys are texts.
 */
function buildLockStatement(
  importId: string,
  kind: ImportKind,
  columns: readonly PgColumn[],
  after: string,
): SQL {
  const key = sql.identifier(kind.key.column.name)
  return sql`
    select from ${kind.table} record join (${selectChunk(importId, after)}) as staged on ${isRecordOf(kind)}
    where ${isChanged(kind, columns)} order by record.${key} for no key update of record`
}

const selectChunk = (importId: string, after: string) =>
  sql`select key, data from ${importRows}
    where import_id = ${importId}::uuid and key > ${after} order by key limit ${CHUNK_ROWS}`

function isChanged({ table }: ImportKind, columns: readonly PgColumn[]): SQL {
  const isErased = table.erasedAt ? sql` and record.erased_at is null` : sql``
  return sql`(${sql.join(columns.map(isNewValue), sql` or `)})${isErased}`
}

/**
 * Whether the file has another value than the last import. A column that no earlier file had was empty: a runner may
 * have filled it since.
 */
function isNewValue({ name, notNull }: PgColumn): SQL {
  const empty = notNull ? '""' : 'null'
  return sql.raw(
    `staged.data -> '${name}' is distinct from coalesce(record.imported -> '${name}', '${empty}')`,
  )
}

function buildChunkStatement(
  importId: string,
  kind: ImportKind,
  columns: readonly PgColumn[],
  after: string,
): SQL {
  return sql`
    with staged as (
      delete from ${importRows} where import_id = ${importId}::uuid and key in (
        select key from (${selectChunk(importId, after)}) as chunk
      )
      returning key, line, data
    ),
    changed as (${updateChanged(kind, columns)} returning staged.key),
    added as (${insertNew(kind, columns)} returning ${sql.identifier(kind.key.column.name)}::text as key)
    select
      (select count(*)::integer from staged) as rows,
      (select count(*)::integer from changed) as changed,
      (select count(*)::integer from added) as added,
      (select max(key) from staged) as last,
      (
        select coalesce(jsonb_agg(key), '[]') from (select key from changed union all select key from added) as merged
      ) as keys`
}

function updateChanged(kind: ImportKind, columns: readonly PgColumn[]): SQL {
  const assignments = columns
    .filter((column) => column !== kind.key.column)
    .map((column) => sql`${sql.identifier(column.name)} = ${selectMergedValue(column)}`)
  if (kind.table.updatedAt) assignments.push(sql`updated_at = now()`)
  if (kind.table.officeChangedAt)
    assignments.push(sql`office_changed_at = ${selectOfficeChange(kind, columns)}`)
  return sql`update ${kind.table} record
    set ${sql.join(assignments, sql`, `)}, imported = coalesce(record.imported, '{}') || staged.data
    from staged
    where ${isRecordOf(kind)} and ${isChanged(kind, columns)}`
}

/** What the file changes since the last import; otherwise what the record has, which may be a runner's change. */
function selectMergedValue(column: PgColumn): SQL {
  const name = sql.identifier(column.name)
  return sql`case when ${isNewValue(column)}
    then ${selectStagedValue(column)} else record.${name} end`
}

/** What the file changes since the last import; otherwise null. */
export const selectNewValue = (column: PgColumn) =>
  sql`case when ${isNewValue(column)} then ${selectStagedValue(column)} end`

/** Now, when the record gets another value in a column that runners change, too. */
function selectOfficeChange(kind: ImportKind, columns: readonly PgColumn[]): SQL {
  const changes = kind.columns
    .filter(({ column, isShared }) => isShared && columns.includes(column))
    .map(
      ({ column }) =>
        sql`record.${sql.identifier(column.name)} is distinct from ${selectMergedValue(column)}`,
    )
  return sql`case when ${sql.join(changes, sql` or `)} then now() else record.office_changed_at end`
}

function insertNew(kind: ImportKind, columns: readonly PgColumn[]): SQL {
  const names = columns.map((column) => sql.identifier(column.name))
  return sql`insert into ${kind.table} (${sql.join(names, sql`, `)}, imported)
    select ${sql.join(columns.map(selectStagedValue), sql`, `)}, staged.data from staged
    where not exists (select from ${kind.table} record where ${isRecordOf(kind)})
    order by staged.line`
}

export function isRecordOf({ key: { column } }: ImportKind): SQL {
  return sql`record.${sql.identifier(column.name)} = ${sql.raw(`staged.key::${column.getSQLType()}`)}`
}

function selectStagedValue(column: PgColumn): SQL {
  return sql.raw(`(staged.data ->> '${column.name}')::${column.getSQLType()}`)
}

/** New records must not get ids that a file has used. */
async function moveIdentity(db: DbOrTx, { table }: ImportKind, column: PgColumn): Promise<void> {
  await db.execute(sql`
    select setval(pg_get_serial_sequence(${getTableName(table)}, ${column.name}), max(${sql.identifier(column.name)}))
    from ${table}`)
}
