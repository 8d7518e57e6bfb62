import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { copyFolderDurably, syncToDisk, syncTreeToDisk } from './durable-copy.ts'
import { DurableFileSystem, durableStartParams } from './durable-file-system.ts'
import { watchDeath } from './watch-death.ts'

const SETTINGS = [
  // PostgreSQL fills all of it with zeros at the start and never gives it back: its default, 128 MB, takes half a second
  // and 100 MB more. What does not fit in here is in the file cache of the operating system.
  'shared_buffers=32MB',
  // How much of the log is used again after a checkpoint (background/checkpoint.ts). The default is 1 GB.
  'min_wal_size=32MB',
  'max_wal_size=64MB',
]

/**
 * Creates `folder` with an initialised database. It copies `template` (0.1 s) or, without one, initialises here
 * (seconds and 0.8 GB). The folder gets its name only when it is complete, so that a crash leaves no half folder.
 */
export async function ensureDatabaseFolder(folder: string, template: string): Promise<void> {
  if (existsSync(folder)) return
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  if (existsSync(template)) await copyFolderDurably(template, partial)
  else await initialiseDatabaseFolder(partial)
  await rename(partial, folder)
  await syncToDisk(dirname(folder))
}

/**
 * Opens an initialised or empty folder, with real fsync.
 * @param onDeath called when PostgreSQL ends itself, as it does when it cannot write its log (PANIC)
 */
export async function openPglite(
  folder: string,
  onDeath?: (reason: string) => void,
): Promise<PGlite> {
  const death = watchDeath(onDeath)
  const files = new DurableFileSystem(folder, death.moduleOptions)
  const database = new PGlite({
    fs: files,
    startParams: [
      ...durableStartParams(PGlite.defaultStartParams),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
    onStderr: death.readLine,
  })
  await database.waitReady
  files.endStart()
  return database
}

async function initialiseDatabaseFolder(folder: string): Promise<void> {
  const database = await openPglite(folder)
  await database.close()
  await syncTreeToDisk(folder)
}
