import type { Db } from '../db/client.ts'
import { decideImport, finishDecidedImports } from './decided-imports-store.ts'
import { importIdAt } from './import-id.ts'
import { type ImportKindName, importKinds } from './import-kinds.ts'
import type { BadRow } from './import-row.ts'
import { stageFile } from './stage-file.ts'
import { discardAbandoned, discardStaged } from './staging-store.ts'

export interface ImportOptions {
  /** Import the good rows although there are bad ones. */
  readonly skipBad: boolean
  /** Called for each bad row as it is found; a file may hold any number of them. */
  readonly onBadRow: (row: BadRow) => void
}

export interface ImportReport {
  /** False when bad rows kept the whole file out. */
  readonly imported: boolean
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly bad: number
  readonly ignoredColumns: readonly string[]
}

/**
 * Imports a CSV file: all rows or none, unless bad ones are to be skipped; the same file again changes nothing.
 * Holds some hundred rows at a time. Throws `ImportRefusal` when the file as a whole is of no use.
 */
export async function importRecords(
  db: Db,
  kindName: ImportKindName,
  bytes: AsyncIterable<Uint8Array>,
  { skipBad, onBadRow }: ImportOptions,
): Promise<ImportReport> {
  await finishDecidedImports(db)
  await discardAbandoned(db)
  const importId = importIdAt(new Date())
  let isDecided = false
  try {
    const staging = { db, importId, kind: importKinds[kindName] }
    const { header, rows, bad } = await stageFile(staging, bytes, onBadRow)
    const ignoredColumns = header.ignored
    if (bad > 0 && !skipBad) {
      return { imported: false, added: 0, changed: 0, unchanged: 0, bad, ignoredColumns }
    }
    isDecided = true
    const columns = header.columns.map(({ column }) => column.column)
    const { added, changed } = await decideImport(db, importId, kindName, columns)
    const unchanged = rows - bad - added - changed
    return { imported: true, added, changed, unchanged, bad, ignoredColumns }
  } finally {
    if (!isDecided) await discardStaged(db, importId)
  }
}
