import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import { createFolder } from '../../config/folders.ts'
import { syncToDisk } from '../../db/embedded/durable-copy.ts'

/** A phone can be without network for a week and then continue its upload. */
export const UPLOAD_LIFE_MS = 7 * 86_400_000

/** A phone sends one photo at a time; more are left of answers that never arrived. They need at most 100 MB. */
export const MOST_UNFINISHED = 20

/**
 * Incomplete uploads as files in a folder of the data folder. Acknowledged bytes are on the disk, and an offset counts
 * only such bytes. An upload without a new byte for a week is deleted.
 */
export class PartialUploads extends FileStore {
  readonly #now: () => Date

  constructor(folder: string, now: () => Date) {
    // FileStore would create the folder open to every user of the machine.
    createFolder(folder)
    super({ directory: folder })
    this.#now = now
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#removeOldest(upload.id)
    try {
      const created = await super.create(upload)
      await syncToDisk(this.pathOf(upload.id))
      await syncToDisk(`${this.pathOf(upload.id)}.json`)
      await syncToDisk(this.directory)
      return created
    } catch (error) {
      // A full disk may have stored one of the two files.
      await this.remove(upload.id)
      throw error
    }
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const end = await super.write(bytes, id, offset)
    await syncToDisk(this.pathOf(id))
    return end
  }

  /** Throws the refusals of tus for a missing and for an expired upload. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id)
    const { mtimeMs } = await stat(this.pathOf(id))
    if (this.#isExpired(mtimeMs))
      throw Object.assign(new Error('expired'), ERRORS.FILE_NO_LONGER_EXISTS)
    // After an interrupted request, the last bytes may not be on the disk yet.
    await syncToDisk(this.pathOf(id))
    return upload
  }

  /** A missing upload is no error: two requests can end the same upload. */
  override async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await rm(`${this.pathOf(id)}.json`, { force: true })
  }

  /** @returns how many uploads were removed */
  override async deleteExpired(): Promise<number> {
    const names = await readdir(this.directory)
    const ids = new Set(names.map((name) => name.replace(/\.json$/, '')))
    let removed = 0
    for (const id of ids) {
      // A server that was killed between two deletions leaves one of the two files.
      const name = names.includes(id) ? id : `${id}.json`
      const file = await stat(this.pathOf(name)).catch(() => undefined)
      if (!file || !this.#isExpired(file.mtimeMs)) continue
      await this.remove(id)
      removed += 1
    }
    return removed
  }

  /** Makes room for one more upload of the same runner. A phone whose upload is gone starts it again. */
  async #removeOldest(id: string): Promise<void> {
    const owner = `${id.split('-')[0]}-`
    const names = (await readdir(this.directory)).filter(
      (name) => name.startsWith(owner) && !name.endsWith('.json'),
    )
    if (names.length < MOST_UNFINISHED) return
    const files = await Promise.all(
      names.map(async (name) => {
        const file = await stat(this.pathOf(name)).catch(() => undefined)
        return { name, lastByteMs: file?.mtimeMs ?? 0 }
      }),
    )
    const oldestFirst = files.toSorted((one, other) => one.lastByteMs - other.lastByteMs)
    for (const { name } of oldestFirst.slice(0, names.length - MOST_UNFINISHED + 1))
      await this.remove(name)
  }

  pathOf(name: string): string {
    return join(this.directory, name)
  }

  /** The time of the last byte counts, so that a slow phone is not interrupted. */
  #isExpired(lastByteMs: number): boolean {
    return this.#now().getTime() - lastByteMs > UPLOAD_LIFE_MS
  }
}
