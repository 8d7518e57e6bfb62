import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Db, DbOrTx, Tx } from '../../../db/client.ts'
import { findRefusedData } from '../../../db/refused-data.ts'
import { importRows } from '../../../db/schema.ts'
import { transactIn } from '../../../db/transact.ts'
import { OperatorError } from '../../../errors.ts'
import { counted } from '../../describe.ts'
import { type ImportKindName, importKindNames, importKinds } from '../csv/import-kinds.ts'
import type { BadRow } from '../csv/import-row.ts'
import { lockMerges, type MergeCounts, mergeStaged } from './merge-store.ts'
import { refuseTooMany } from './most-records-store.ts'
import {
  decisionSchema,
  DECISION,
  discardStaged,
  hasBegunBefore,
  isDecision,
  isStagedBy,
  removeTaken,
  type Staging,
} from './staging-store.ts'

/**
 * An import that died after its decision and cannot be finished: another record took a value of it, or the database
 * refuses one.
 */
export const discardedImportSchema = v.object({
  discardedKind: v.picklist(importKindNames),
  /** How many of its rows were not imported; the other rows were merged before it died. */
  rows: v.number(),
  clashes: v.array(v.object({ line: v.number(), reason: v.string() })),
  /** What the database answered when it refused a value, which can have the value. */
  refusal: v.optional(v.string()),
})
export type DiscardedImport = v.InferOutput<typeof discardedImportSchema>

type OnDiscarded = (discarded: DiscardedImport) => void

/** The database refuses a value of a decided import. The rows that were left are deleted, so that it stops nothing. */
class RefusedImport extends OperatorError {
  override name = 'RefusedImport'
  override readonly forLog: string
  constructor(
    readonly refusal: string,
    readonly rows: number,
    options: ErrorOptions,
  ) {
    const advice = `Not imported: ${counted(rows, 'row')}. Correct the file and import it again.`
    super(`The database refuses a value: ${refusal}. ${advice}`, options)
    this.forLog = `An import was stopped: the database refuses a value. ${advice}`
  }
}

/**
 * Another process merged or discarded rows of a decided import while this one merged it: an import finishes the imports
 * of all processes first. How many records the import changed is not known; to import the file again changes nothing
 * that is there.
 */
export class OvertakenImport extends OperatorError {
  override name = 'OvertakenImport'
  constructor(options?: ErrorOptions) {
    super(
      'Another command has merged or discarded rows of this import. Import the file again.',
      options,
    )
  }
}

/**
 * Checks a staged import against the records of this moment and decides it. The check and the decision are one
 * transaction under the lock of all merges. Without the lock two imports with one phone would both pass the check, and
 * the second could never be merged. When the process dies during the merge, the next import finishes it. So a file is imported
 * completely or not at all. Throws `TooManyRecords` when there would be too many records.
 * @returns the rows that clash. The import is not decided when there is one, unless `skipBad` is set.
 */
export async function decideImport(
  staging: Staging,
  kindName: ImportKindName,
  columns: readonly PgColumn[],
  skipBad: boolean,
): Promise<BadRow[]> {
  const data = { kind: kindName, columns: columns.map(({ name }) => name) }
  return transactIn(staging.db)(async (tx) => {
    await lockMerges(tx)
    const clashes = await removeAllTaken({ ...staging, db: tx }, columns)
    if (clashes.length > 0 && !skipBad) return clashes
    await refuseTooMany({ ...staging, db: tx }, kindName)
    await tx.insert(importRows).values({ importId: staging.importId, ...DECISION, data })
    return clashes
  })
}

/**
 * Finishes the imports whose process died after the decision. One that cannot be finished would stop every later import.
 * @param before only imports that began before it; default: all
 */
export async function finishDecidedImports(
  db: Db,
  onDiscarded: OnDiscarded,
  before?: Date,
): Promise<void> {
  const decided = await db
    .select({ importId: importRows.importId, data: importRows.data })
    .from(importRows)
    .where(and(isDecision, before && hasBegunBefore(before)))
    .orderBy(importRows.importId)
  for (const { importId, data } of decided) {
    const discarded = await finishOrDiscard(db, importId, v.parse(decisionSchema, data))
    if (discarded) onDiscarded(discarded)
  }
}

async function finishOrDiscard(
  db: Db,
  importId: string,
  { kind, columns }: v.InferOutput<typeof decisionSchema>,
): Promise<DiscardedImport | undefined> {
  const clashing = await discardIfClashing(db, importId, kind)
  if (clashing) return clashing
  try {
    await finishImport(db, importId, kind, columns)
    return undefined
  } catch (error) {
    // The process that discarded the rows reports them.
    if (error instanceof OvertakenImport) return undefined
    if (!(error instanceof RefusedImport)) throw error
    return { discardedKind: kind, rows: error.rows, clashes: [], refusal: error.refusal }
  }
}

/**
 * Runs one transaction while no decided import waits for its merge, for a command that adds a record with a unique
 * value or a new id: the import may need the same one.
 */
export async function transactBetweenImports<T>(
  db: Db,
  onDiscarded: OnDiscarded,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (;;) {
    await finishDecidedImports(db, onDiscarded)
    const done = await transactIn(db)(async (tx) => {
      await lockMerges(tx)
      return (await tx.$count(importRows, isDecision)) > 0 ? undefined : { result: await work(tx) }
    })
    if (done) return done.result
  }
}

/**
 * Other commands respect the decision, so a clash comes from outside: SQL by hand, or an older release. Merging the
 * other rows would be half a file that nobody asked for, so all the rows that are left go.
 */
async function discardIfClashing(
  db: Db,
  importId: string,
  kindName: ImportKindName,
): Promise<DiscardedImport | undefined> {
  const kind = importKinds[kindName]
  return transactIn(db)(async (tx) => {
    await lockMerges(tx)
    const left = await countStaged(tx, importId)
    const columns = kind.columns.map(({ column }) => column)
    const clashes = await removeAllTaken({ db: tx, importId, kind }, columns)
    if (clashes.length === 0) return undefined
    await discardStaged(tx, importId)
    return { discardedKind: kindName, rows: left, clashes }
  })
}

async function removeAllTaken(staging: Staging, columns: readonly PgColumn[]): Promise<BadRow[]> {
  const clashes: BadRow[] = []
  for (const column of staging.kind.columns)
    if (column.unique && columns.includes(column.column))
      clashes.push(...(await removeTaken(staging, column)))
  return clashes.toSorted((one, other) => one.line - other.line)
}

/** @returns how many rows were left */
const discardDecided = (db: Db, importId: string): Promise<number> =>
  transactIn(db)(async (tx) => {
    await lockMerges(tx)
    const left = await countStaged(tx, importId)
    await discardStaged(tx, importId)
    return left
  })

const countStaged = (db: DbOrTx, importId: string) =>
  db.$count(importRows, and(isStagedBy(importId), sql`not ${isDecision}`))

/**
 * Merges a decided import. Throws `RefusedImport` when the database refuses a value: each later attempt would meet the
 * same refusal; `OvertakenImport` when another process has discarded the refused rows already.
 * @param names the columns of the file
 */
export async function finishImport(
  db: Db,
  importId: string,
  kindName: ImportKindName,
  names: readonly string[],
): Promise<MergeCounts> {
  const kind = importKinds[kindName]
  const columns = kind.columns
    .map(({ column }) => column)
    .filter(({ name }) => names.includes(name))
  const counts = await mergeStaged(db, importId, kind, columns).catch(async (error: unknown) => {
    const refusal = findRefusedData(error)
    if (refusal === undefined) throw error
    const left = await discardDecided(db, importId)
    if (left === 0) throw new OvertakenImport({ cause: error })
    throw new RefusedImport(refusal, left, { cause: error })
  })
  await db.delete(importRows).where(and(eq(importRows.importId, importId), isDecision))
  return counts
}
