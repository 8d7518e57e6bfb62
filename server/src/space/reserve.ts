/** A file in the data folder that only takes space. Deleted, it makes space to open the embedded database. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from '../db/embedded/durable-copy.ts'
import { measureFreeBytes } from './free-space.ts'

const MB = 1024 * 1024

/**
 * An opening after a crash writes what the log says and then a checkpoint. That takes two new segments of the log of
 * 16 MB each at most, and some MB of small files.
 */
export const RESERVE_BYTES = 40 * MB

const pathOf = (dataDir: string) => join(dataDir, 'reserve')

export const hasReserve = (dataDir: string) => existsSync(pathOf(dataDir))

/** Deletes the reserve when the database could not be opened without its space. */
export async function makeSpaceToOpen(dataDir: string): Promise<void> {
  await rm(`${pathOf(dataDir)}.partial`, { force: true })
  if ((await measureFreeBytes(dataDir)) < RESERVE_BYTES) await rm(pathOf(dataDir), { force: true })
}

/** Writes the reserve, with bytes that no file system can compress. After a failure there is no part of it. */
export async function writeReserve(dataDir: string): Promise<void> {
  const partial = `${pathOf(dataDir)}.partial`
  try {
    const file = await open(partial, 'w', 0o600)
    try {
      const bytes = randomBytes(MB)
      for (let written = 0; written < RESERVE_BYTES; written += MB) await file.write(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, pathOf(dataDir))
    await syncToDisk(dataDir)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
