import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { photoTypes } from '@veni/domain/photo'
import { syncToDisk } from '../db/embedded/durable-copy.ts'
import type { PhotoKey, PhotoStore } from './photo-store.ts'

/** Stores photos as files with their hash as name: `ab/abcd….jpg`. The first photo creates the folder. */
export function diskPhotoStore(folder: string): PhotoStore {
  return {
    put: (key, bytes) => writeDurably(folder, fileOf(key), bytes),
    get: (key) => ifThere(readFile(join(folder, fileOf(key)))),
    size: async (key) => (await ifThere(stat(join(folder, fileOf(key)))))?.size,
    delete: (key) => deleteDurably(join(folder, fileOf(key))),
  }
}

/** One folder per first two letters keeps each folder small. */
function fileOf({ hash, type }: PhotoKey): string {
  return join(hash.slice(0, 2), `${hash}.${photoTypes[type][0]}`)
}

/** The file gets its name when it is complete and on disk. Then the folders with the names are synced. */
async function writeDurably(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const target = join(folder, name)
  const partial = `${target}.${randomUUID()}.partial`
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  for (const parent of [dirname(target), folder, dirname(folder)]) await syncToDisk(parent)
}

/** The photo of an erased customer must not come back after a power cut. @returns false when there was no file */
async function deleteDurably(file: string): Promise<boolean> {
  // `recursive` also removes a folder that a damaged disk or a person put there.
  const isDeleted = (await ifThere(rm(file, { recursive: true }).then(() => true))) ?? false
  // Also without the file: a process that was killed may have deleted it just before.
  await ifThere(syncToDisk(dirname(file)))
  return isDeleted
}

/** A link in a circle, or a file in place of the folder, is no photo either. */
const NOT_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR'])

async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
