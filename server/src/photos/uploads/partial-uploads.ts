import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import { syncToDisk } from '../../db/embedded/durable-copy.ts'

/** A phone may be a week without network; a photo it then sends goes on where it was. */
export const UPLOAD_LIFE_MS = 7 * 86_400_000

/**
 * Photos that have come in part, as files in a folder of the data folder. What is acknowledged is on the disk, and an
 * offset is told only for bytes that are; an upload that nothing has come for in a week is gone.
 */
export class PartialUploads extends FileStore {
  readonly #now: () => Date

  constructor(folder: string, now: () => Date) {
    // Before FileStore makes it, open to every user of the machine.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    super({ directory: folder })
    this.#now = now
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const created = await super.create(upload)
    await syncToDisk(this.pathOf(upload.id))
    await syncToDisk(`${this.pathOf(upload.id)}.json`)
    await syncToDisk(this.directory)
    return created
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const end = await super.write(bytes, id, offset)
    await syncToDisk(this.pathOf(id))
    return end
  }

  /** Throws tus' refusals of what is not there and of what has run out. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id)
    const { mtimeMs } = await stat(this.pathOf(id))
    if (this.#isOver(mtimeMs))
      throw Object.assign(new Error('expired'), ERRORS.FILE_NO_LONGER_EXISTS)
    // Of a request that was cut, some bytes may be with the system and not on the disk yet.
    await syncToDisk(this.pathOf(id))
    return upload
  }

  /** Removing what is gone is no error: two requests may end the same upload. */
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
      // A server killed in between leaves one file of the two.
      const name = names.includes(id) ? id : `${id}.json`
      const file = await stat(this.pathOf(name)).catch(() => undefined)
      if (!file || !this.#isOver(file.mtimeMs)) continue
      await this.remove(id)
      removed += 1
    }
    return removed
  }

  pathOf(name: string): string {
    return join(this.directory, name)
  }

  /** The file's own time of its last byte: a phone that goes on slowly is not cut off. */
  #isOver(lastByteMs: number): boolean {
    return this.#now().getTime() - lastByteMs > UPLOAD_LIFE_MS
  }
}
