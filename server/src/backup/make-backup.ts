import { readLastOrderNumber } from '../db/epoch.ts'
import type { Deps } from '../deps.ts'
import { listAllPhotos, readWholePhoto } from '../photos/verify-photos.ts'
import { isFileTurn } from '../progress.ts'
import {
  type BackupWriter,
  createBackupFolder,
  type Manifest,
  photoFile,
  type PhotoName,
  single,
  tableFile,
} from './backup-folder.ts'
import { listMigrations, requireOwnMigrations } from './migrations.ts'
import { beginSnapshot, readRows } from './rows-store.ts'
import { findIncluded, listBackupTables } from './tables-store.ts'

/** What a backup has done so far: a whole table, or so many photos. */
export type BackupProgress =
  | { readonly table: string; readonly rows: number }
  | { readonly photos: number; readonly of: number }

/**
 * Writes all rows as they are at one moment, and then the photos that they name. A photo never changes, so it may be
 * copied later. With the embedded database, calls wait while the rows are written. Throws `OperatorError`.
 */
export async function makeBackup(
  deps: Pick<Deps, 'db' | 'now' | 'photoStore'>,
  folder: string,
  onProgress: (progress: BackupProgress) => void,
): Promise<Manifest> {
  return createBackupFolder(folder, async (writer) => {
    const createdAt = deps.now().toISOString()
    const migrations = await listMigrations()
    const { tables, photos, lastOrder } = await writeRows(deps, writer, onProgress)
    const copied = await writePhotos(deps, writer, photos, onProgress)
    return { createdAt, migrations, tables, lastOrder, ...copied }
  })
}

async function writeRows(
  { db }: Pick<Deps, 'db'>,
  writer: BackupWriter,
  onProgress: (progress: BackupProgress) => void,
) {
  return db.transaction(async (tx) => {
    await beginSnapshot(tx)
    await requireOwnMigrations(tx)
    const tables: Manifest['tables'] = []
    for (const name of listBackupTables()) {
      let rows = 0
      await writer.write(
        tableFile(name),
        toLines(readRows(tx, name, findIncluded(name)), (count) => (rows += count)),
      )
      tables.push({ name, rows })
      onProgress({ table: name, rows })
    }
    const photos: PhotoName[] = []
    for await (const photo of listAllPhotos(tx)) photos.push(photo)
    return { tables, photos, lastOrder: await readLastOrderNumber(tx) }
  })
}

async function* toLines(
  pages: AsyncIterable<readonly string[]>,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  for await (const rows of pages) {
    onRows(rows.length)
    yield `${rows.join('\n')}\n`
  }
}

async function writePhotos(
  { photoStore }: Pick<Deps, 'photoStore'>,
  writer: BackupWriter,
  all: readonly PhotoName[],
  onProgress: (progress: BackupProgress) => void,
): Promise<Pick<Manifest, 'photos' | 'badPhotos'>> {
  const photos: PhotoName[] = []
  const badPhotos: string[] = []
  for (const [at, photo] of all.entries()) {
    const read = await readWholePhoto(photoStore, photo)
    if (read.state === 'stored') {
      await writer.write(photoFile(photo), single(read.bytes))
      photos.push(photo)
    } else badPhotos.push(photo.hash)
    if (isFileTurn(at + 1) || at + 1 === all.length) onProgress({ photos: at + 1, of: all.length })
  }
  return { photos, badPhotos }
}
