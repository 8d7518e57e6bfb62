import { constants } from 'node:fs'
import {
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import { createFolder } from '../../config/folders.ts'
import { syncToDisk } from '../../db/embedded/durable-copy.ts'

/** A phone can be without network for a week and then continue its upload. */
export const UPLOAD_LIFE_MS = 7 * 86_400_000

/**
 * Between which times the last byte of a living upload came. A later one has the time of a clock that was more than a week
 * ahead and was set back since: until that time, nothing would delete it. A server whose clock is some days behind that
 * of another one must not delete what that one receives.
 */
export const lastBytesOfLiving = (now: Date) => ({
  since: new Date(now.getTime() - UPLOAD_LIFE_MS),
  until: new Date(now.getTime() + UPLOAD_LIFE_MS),
})

/** A phone sends one photo at a time; more are left of answers that never arrived. They need at most 100 MB. */
export const MOST_UNFINISHED = 20

/** All lines have the same length, so that a part of one is none. */
const END_DIGITS = 10
const LINE_BYTES = END_DIGITS + 1
const END = new RegExp(`^[0-9]{${END_DIGITS}}$`)
/** When an upload has so many lines, the last one replaces them: a phone may send any number of small parts. */
const MOST_LINES = 64
const EXTENSIONS = /\.(json|ends|ends\.new)$/

/**
 * Incomplete uploads in a folder of the data folder. Acknowledged bytes are on the disk, and an offset counts only such
 * bytes. An upload without a new byte for a week is deleted.
 *
 * An upload has three files: its bytes, what tus knows of it (`.json`), and the offsets up to which its bytes are on the
 * disk (`.ends`, one in a line). After a power cut the first one can be longer, with zeros that nobody sent.
 */
export class PartialUploads extends FileStore {
  readonly #now: () => Date
  /** Up to which offset the bytes of an upload are on the disk, as far as this process knows. */
  readonly #ends = new Map<string, number>()

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
      return await whileThere(async () => {
        const created = await super.create(upload)
        await writeFile(this.#endsOf(upload.id), lineOf(0), { mode: 0o600, flush: true })
        await syncToDisk(`${this.pathOf(upload.id)}.json`)
        await syncToDisk(this.directory)
        return created
      })
    } catch (error) {
      // A full disk may have stored some of the files.
      await this.remove(upload.id)
      throw error
    }
  }

  /** Throws the refusals of tus for a missing upload and for bytes that cannot be written. */
  override write(bytes: Readable, id: string, offset: number): Promise<number> {
    return whileThere(async () => {
      const end = await super.write(bytes, id, offset).catch(async (error: unknown) => {
        // tus does not pass on that the file is missing.
        await stat(this.pathOf(id))
        throw error
      })
      await this.#syncUpTo(id, end)
      return end
    })
  }

  /** Throws the refusals of tus for a missing and for an expired upload. */
  override getUpload(id: string): Promise<Upload> {
    return whileThere(async () => {
      const upload = await super.getUpload(id)
      const { mtime } = await stat(this.pathOf(id))
      if (this.#isExpired(mtime))
        throw Object.assign(new Error('expired'), ERRORS.FILE_NO_LONGER_EXISTS)
      // After an interrupted request, the last bytes may not be on the disk yet.
      await this.#syncUpTo(id, upload.offset)
      return upload
    })
  }

  /** @returns all bytes of an upload. Throws the refusal of tus for a missing upload. */
  readBytes(id: string): Promise<Buffer> {
    return whileThere(() => readFile(this.pathOf(id)))
  }

  /** A missing upload is no error: two requests can end the same upload. */
  override async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await rm(`${this.pathOf(id)}.json`, { force: true })
    await rm(this.#endsOf(id), { force: true })
    await rm(`${this.#endsOf(id)}.new`, { force: true })
    this.#ends.delete(id)
  }

  /**
   * Removes the bytes of which no earlier process knew that they were on the disk. To be called before any request, while no
   * other server uses the folder: it would cut off what the other is receiving.
   */
  async dropUnsynced(): Promise<void> {
    const names = new Set(await readdir(this.directory))
    for (const id of names)
      // One that cannot be read fails by itself, and must not stop the others.
      if (names.has(`${id}.ends`)) await this.#dropUnsynced(id).catch(() => undefined)
  }

  async #dropUnsynced(id: string): Promise<void> {
    const lines = await readFile(this.#endsOf(id), 'utf8')
    // A line that was not synced may be there in part.
    const ends = lines.split('\n').map((line) => (END.test(line) ? Number(line) : 0))
    const end = Math.max(...ends)
    if ((await stat(this.pathOf(id))).size > end) await truncate(this.pathOf(id), end)
  }

  /** @returns how many uploads were removed */
  override async deleteExpired(): Promise<number> {
    const names = await readdir(this.directory)
    const ids = new Set(names.map((name) => name.replace(EXTENSIONS, '')))
    let removed = 0
    for (const id of ids) {
      // A server that was killed between two deletions leaves some of the files.
      const files = [id, `${id}.json`, `${id}.ends`, `${id}.ends.new`]
      const name = files.find((one) => names.includes(one)) ?? id
      const file = await stat(this.pathOf(name)).catch(() => undefined)
      if (!file || !this.#isExpired(file.mtime)) continue
      await this.remove(id)
      removed += 1
    }
    return removed
  }

  /** Makes room for one more upload of the same runner. A phone whose upload is gone starts it again. */
  async #removeOldest(id: string): Promise<void> {
    const owner = `${id.split('-')[0]}-`
    const names = (await readdir(this.directory)).filter(
      (name) => name.startsWith(owner) && !EXTENSIONS.test(name),
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

  /** The offset is stored after the bytes, so that it never counts others. */
  async #syncUpTo(id: string, end: number): Promise<void> {
    const known = this.#ends.get(id)
    if (known !== undefined && known >= end) return
    await syncToDisk(this.pathOf(id))
    const file = await openToAppend(this.#endsOf(id))
    // Another request has ended the upload meanwhile, or an older release has begun it.
    if (!file) return
    try {
      const isFull = (await file.stat()).size >= MOST_LINES * LINE_BYTES
      if (isFull) await this.#replaceEnds(id, end)
      else {
        await file.appendFile(lineOf(end))
        await file.sync()
      }
    } finally {
      await file.close()
    }
    this.#ends.set(id, Math.max(end, this.#ends.get(id) ?? 0))
  }

  /** A power cut leaves either the old lines or the new one. */
  async #replaceEnds(id: string, end: number): Promise<void> {
    const replacement = `${this.#endsOf(id)}.new`
    await writeFile(replacement, lineOf(end), { mode: 0o600, flush: true })
    await rename(replacement, this.#endsOf(id))
    await syncToDisk(this.directory)
  }

  #endsOf(id: string): string {
    return `${this.pathOf(id)}.ends`
  }

  pathOf(name: string): string {
    return join(this.directory, name)
  }

  /** The time of the last byte counts, so that a slow phone is not interrupted. */
  #isExpired(lastByteAt: Date): boolean {
    const { since, until } = lastBytesOfLiving(this.#now())
    return lastByteAt < since || lastByteAt > until
  }
}

const lineOf = (end: number): string => `${String(end).padStart(END_DIGITS, '0')}\n`

/** Another server of the same folder can delete an upload at any moment. */
async function whileThere<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw Object.assign(new Error('missing', { cause: error }), ERRORS.FILE_NOT_FOUND)
  }
}

/** Opens a file that is there. A new one would stay behind for ever when its upload has just been removed. */
async function openToAppend(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_WRONLY | constants.O_APPEND)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
