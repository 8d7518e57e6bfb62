import * as v from 'valibot'
import type { Db } from '../../../db/client.ts'
import {
  decideImport,
  type DiscardedImport,
  finishDecidedImports,
  finishImport,
  OvertakenImport,
} from './decided-imports-store.ts'
import { makeImportId, discardAbandoned, discardStaged } from './staging-store.ts'
import { type ImportKindName, importKinds } from '../csv/import-kinds.ts'
import type { BadRow } from '../csv/import-row.ts'
import { stageFile } from './stage-file.ts'
import { TooManyRecords } from './most-records-store.ts'

export interface ImportOptions {
  /** Import the good rows although the file has bad rows. */
  readonly skipBad: boolean
  /** Called for each bad row as soon as it is found. */
  readonly onBadRow: (row: BadRow) => void
  /** Called for each earlier import that was decided and cannot be finished. */
  readonly onDiscarded: (discarded: DiscardedImport) => void
}

export const badRowSchema = v.object({ line: v.number(), reason: v.string() })

export const importReportSchema = v.object({
  /** False when nothing was imported because of bad rows. */
  imported: v.boolean(),
  added: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  bad: v.number(),
  ignoredColumns: v.pipe(v.array(v.string()), v.readonly()),
})
export type ImportReport = Readonly<v.InferOutput<typeof importReportSchema>>

/**
 * Imports a CSV file: all rows or none, unless `skipBad` is set. The same file again changes nothing. A few hundred
 * rows are in memory at a time. Throws `OperatorError` when the whole file is unusable.
 */
export async function importRecords(
  db: Db,
  kindName: ImportKindName,
  bytes: AsyncIterable<Uint8Array>,
  { skipBad, onBadRow, onDiscarded }: ImportOptions,
): Promise<ImportReport> {
  await finishDecidedImports(db, onDiscarded)
  await discardAbandoned(db)
  const importId = makeImportId(new Date())
  let isDecided = false
  try {
    const staging = { db, importId, kind: importKinds[kindName] }
    const { header, rows, bad: badRows } = await stageFile(staging, bytes, onBadRow)
    const ignoredColumns = header.ignored
    const refuse = (bad: number) => {
      return { imported: false, added: 0, changed: 0, unchanged: 0, bad, ignoredColumns }
    }
    if (badRows > 0 && !skipBad) return refuse(badRows)
    // When the answer to the commit is lost, the decision may be stored.
    isDecided = true
    const columns = header.columns.map(({ column }) => column.column)
    const clashes = await decideImport(staging, kindName, columns, skipBad)
    for (const clash of clashes) onBadRow(clash)
    const bad = badRows + clashes.length
    isDecided = clashes.length === 0 || skipBad
    if (!isDecided) return refuse(bad)
    const names = columns.map(({ name }) => name)
    const merged = await finishImport(db, importId, kindName, names)
    if (merged.rows < rows - bad) throw new OvertakenImport()
    const { added, changed } = merged
    const unchanged = merged.rows - added - changed
    return { imported: true, added, changed, unchanged, bad, ignoredColumns }
  } catch (error) {
    if (error instanceof TooManyRecords) isDecided = false
    throw error
  } finally {
    if (!isDecided) await discardStaged(db, importId)
  }
}
