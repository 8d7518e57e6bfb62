import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { prepareDataFolder } from '../config/folders.ts'
import { syncToDisk } from '../db/embedded/durable-copy.ts'
import { lockFolder } from '../db/embedded/folder-lock.ts'
import type { Db } from '../db/client.ts'
import { createRestoredEpoch } from '../db/epoch.ts'
import { openDatabase } from '../db/open-database.ts'
import { OperatorError } from '../errors.ts'
import type { Deps } from '../deps.ts'
import { type Manifest, photoFile, type VerifiedBackup, verifyBackup } from './backup-folder.ts'
import { noteLostPhotos } from '../photos/verify-photos.ts'
import { isFileTurn } from '../progress.ts'
import { loadRows, requireNoRows, type RowProgress } from './load-rows.ts'
import { withMigrationsOf } from './migrations.ts'
import { listBackupTables } from './tables-store.ts'
import { countMigrations, hasLostPhotos, listExistingTables } from './rows-store.ts'
import { readPhoto, readTable } from './verified-files.ts'

/** What a restore has done so far. */
export type RestoreProgress =
  | { readonly checkedFiles: number; readonly of: number }
  | RowProgress
  | { readonly photos: number; readonly of: number }

type Report = (progress: RestoreProgress) => void
type Target = Pick<Config, 'dataDir' | 'databaseUrl'> & { readonly photoStore: Deps['photoStore'] }

/**
 * Checks every file of a backup and then loads it into an empty database. A backup of an older release is loaded with
 * its own migrations first. Throws `OperatorError`; then the target is as it was, or as empty as it was.
 */
export async function restoreBackup(
  target: Target,
  folder: string,
  report: Report,
): Promise<Manifest> {
  prepareDataFolder(target.dataDir)
  const backup = await verifyBackup(folder, (checkedFiles, of) => {
    if (isFileTurn(checkedFiles) || checkedFiles === of) report({ checkedFiles, of })
  })
  if (target.databaseUrl) await loadInto(target, folder, backup, report)
  else await restoreEmbedded(target, folder, backup, report)
  return backup.manifest
}

/**
 * The database gets its name last. A restore that is interrupted leaves a folder that no server reads and the next
 * restore replaces.
 */
async function restoreEmbedded(
  target: Target,
  folder: string,
  backup: VerifiedBackup,
  report: Report,
): Promise<void> {
  const { dataDir } = target
  const lock = lockFolder(dataDir)
  try {
    const database = join(dataDir, 'database')
    if (existsSync(database))
      throw new OperatorError(`${database} exists already; set DATA_DIR to a new folder.`)
    const restoring = join(dataDir, 'restoring')
    await rm(restoring, { recursive: true, force: true })
    await mkdir(restoring, { mode: 0o700 })
    await loadInto({ ...target, dataDir: restoring }, folder, backup, report)
    await rename(join(restoring, 'database'), database)
    await syncToDisk(dataDir)
    await rm(restoring, { recursive: true })
  } finally {
    lock.release()
  }
}

/**
 * The rows come last, in one transaction: with them the database is not empty, and after a photo that cannot be written
 * no restore could run again. The photos have their hash as name, so the next restore writes them again.
 */
async function loadInto(
  target: Target,
  folder: string,
  { manifest, tableHashes }: VerifiedBackup,
  report: Report,
): Promise<void> {
  const { migrations, tables, photos, badPhotos, lastOrder = 0 } = manifest
  const toRows = ({ name, rows }: Manifest['tables'][number]) => ({
    name,
    rows,
    read: () => readTable(folder, { name, hash: tableHashes.get(name) }),
  })
  await withMigrationsOf(migrations, async (migrationsFolder) => {
    const { db, close } = await openDatabase(target, { migrations: migrationsFolder })
    try {
      await requireNoRows(db)
      if ((await countMigrations(db)) !== migrations.length)
        throw new OperatorError('The database has the tables of another release; name a new one.')
      await requireEveryTable(db, folder, tables)
      await copyPhotos(target.photoStore, folder, photos, report)
      const beginEpoch = await createRestoredEpoch(db, lastOrder)
      await loadRows(db, tables.map(toRows), report, async (tx) => {
        await beginEpoch(tx)
        // A restore that is cut after its rows does not run again.
        if (await hasLostPhotos(tx)) await noteLostPhotos(tx, badPhotos)
      })
    } finally {
      await close()
    }
  })
  // Migrates the rows of an older release.
  const { db, close } = await openDatabase(target)
  try {
    // The phones that still have them send them again. Only these tables can tell in any case.
    await noteLostPhotos(db, badPhotos)
  } finally {
    await close()
  }
}

/**
 * A backup has each table of its release, also an empty one. Without this check, a restore without the cash payments
 * would look whole.
 */
async function requireEveryTable(
  db: Db,
  folder: string,
  tables: Manifest['tables'],
): Promise<void> {
  const existing = await listExistingTables(db)
  const missing = listBackupTables().find(
    (table) => existing.includes(table) && !tables.some(({ name }) => name === table),
  )
  if (missing !== undefined)
    throw new OperatorError(`${folder} is no whole backup: it has no table ${missing}.`)
}

async function copyPhotos(
  photoStore: Deps['photoStore'],
  folder: string,
  photos: Manifest['photos'],
  report: Report,
): Promise<void> {
  for (const [at, photo] of photos.entries()) {
    try {
      await photoStore.put(photo, await readPhoto(folder, photo))
    } catch (error) {
      if (error instanceof OperatorError) throw error
      const code = (error as NodeJS.ErrnoException).code ?? String(error)
      throw new OperatorError(
        `${photoFile(photo)} cannot be copied (${code}). No row was restored: run the command again.`,
        { cause: error },
      )
    }
    if (isFileTurn(at + 1) || at + 1 === photos.length)
      report({ photos: at + 1, of: photos.length })
  }
}
