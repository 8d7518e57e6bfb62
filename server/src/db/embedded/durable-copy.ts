import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a folder and resolves when every file and name of the copy would survive a power cut. Only the owner can read
 * the copy, also when others can read the source.
 */
export async function copyFolderDurably(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  const entries = await readdir(source, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [from, to] = [join(source, entry.name), join(target, entry.name)]
      if (entry.isDirectory()) return copyFolderDurably(from, to)
      await copyFile(from, to, constants.COPYFILE_FICLONE)
      await chmod(to, 0o600)
      return syncToDisk(to)
    }),
  )
  await syncToDisk(target)
}

/** Calls fsync for a file, or for the names in a folder. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Calls fsync for a folder and everything in it. */
export async function syncTreeToDisk(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? syncTreeToDisk(path) : syncToDisk(path)
    }),
  )
  await syncToDisk(folder)
}
