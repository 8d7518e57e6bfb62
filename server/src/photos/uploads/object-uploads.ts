import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Db } from '../../db/client.ts'
import { requireStorable } from '../../http/parse-request.ts'
import { AppError } from '../../errors.ts'
import type { ObjectStore } from '../../objects/objects.ts'
import { lastBytesOfLiving, MOST_UNFINISHED, type PartialUploads } from './partial-uploads.ts'
import {
  addPart,
  deleteUpload,
  endOf,
  findUpload,
  insertUpload,
  listExpiredUploads,
  listOlderUploads,
  listParts,
  ownerOf,
} from './store.ts'

interface ObjectUploadsDeps {
  readonly db: Db
  readonly objects: ObjectStore
  readonly now: () => Date
  /** Of all parts that arrive at the same time; default: {@link MOST_BYTES_IN_MEMORY}. */
  readonly mostBytes?: number
}

/**
 * Incomplete uploads that any server can continue: the object store has the bytes of each request, and the database
 * has their order. An offset counts only bytes that both have.
 */
export class ObjectUploads extends DataStore implements Pick<PartialUploads, 'readBytes'> {
  readonly #deps: ObjectUploadsDeps
  readonly #memory: Memory

  constructor(deps: ObjectUploadsDeps) {
    super()
    this.#deps = deps
    this.#memory = { bytes: 0, most: deps.mostBytes ?? MOST_BYTES_IN_MEMORY }
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  /** Of all parts that are arriving now. */
  get bytesInMemory(): number {
    return this.#memory.bytes
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, now } = this.#deps
    const runnerId = ownerOf(upload.id)
    // A phone whose upload is gone starts it again.
    for (const id of await listOlderUploads(db, runnerId, MOST_UNFINISHED - 1))
      await this.remove(id)
    const { id, size = 0, metadata } = upload
    requireStorable(metadata)
    await insertUpload(db, { id, runnerId, size, metadata, lastByteAt: now() })
    return upload
  }

  /** Stores what has arrived, also when the phone has gone in the middle. Throws the refusals of tus, and `unavailable`. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const reading = new PartInMemory(this.#memory)
    try {
      const { bytes, failure } = await reading.readAll(stream)
      if (bytes.length > 0) await this.#store(id, offset, bytes)
      if (failure) throw failure
      return offset + bytes.length
    } finally {
      reading.release()
    }
  }

  async #store(id: string, offset: number, bytes: Buffer): Promise<void> {
    const { db, objects, now } = this.#deps
    const object = `uploads/${id}/${offset}-${randomUUID()}`
    await objects.put(object, bytes)
    const outcome = await addPart(db, id, { start: offset, bytes: bytes.length, object }, now())
    if (outcome === 'added') return
    await objects.delete(object)
    // The phone begins it again.
    if (outcome === 'full') await this.remove(id)
    throw refusal(refusals[outcome])
  }

  /** Throws the refusals of tus for a missing and for an expired upload. */
  override async getUpload(id: string): Promise<Upload> {
    const { db, now } = this.#deps
    const row = await findUpload(db, id)
    if (!row) throw refusal(ERRORS.FILE_NOT_FOUND)
    const { since, until } = lastBytesOfLiving(now())
    if (row.lastByteAt < since || row.lastByteAt > until)
      throw refusal(ERRORS.FILE_NO_LONGER_EXISTS)
    const offset = endOf(await listParts(db, id))
    const { size, metadata } = row
    return new Upload({
      id,
      size,
      offset,
      ...(metadata && { metadata }),
      creation_date: row.createdAt.toISOString(),
    })
  }

  /** @returns all bytes of an upload. Throws the refusal of tus for a missing upload. */
  async readBytes(id: string): Promise<Buffer> {
    const { db, objects } = this.#deps
    if (!(await findUpload(db, id))) throw refusal(ERRORS.FILE_NOT_FOUND)
    const parts: Uint8Array[] = []
    for (const { object, bytes: length } of await listParts(db, id)) {
      const bytes = await objects.get(object)
      if (bytes?.length !== length) {
        // Another request is removing the upload, or the bucket has damaged it: the phone begins again. Other bytes would be
        // stored as another photo, or refused as none, and then the runner would have to take a new one.
        if (bytes) await this.remove(id)
        throw refusal(ERRORS.FILE_NOT_FOUND)
      }
      parts.push(bytes)
    }
    return Buffer.concat(parts)
  }

  /** A missing upload is no error. An object that is not deleted here stays until the rule of the bucket deletes it. */
  override async remove(id: string): Promise<void> {
    const { db, objects } = this.#deps
    const parts = await deleteUpload(db, id)
    await Promise.all(parts.map(({ object }) => objects.delete(object).catch(() => undefined)))
  }

  /** @returns how many uploads were removed */
  override async deleteExpired(): Promise<number> {
    const { db, now } = this.#deps
    const ids = await listExpiredUploads(db, lastBytesOfLiving(now()), MOST_EXPIRED)
    for (const id of ids) await this.remove(id)
    return ids.length
  }
}

/** Of one clean-up; the next one comes after an hour. */
const MOST_EXPIRED = 1_000

/** Of all parts that arrive at the same time. A part is in the memory, twice for a moment, until the bucket has it. */
const MOST_BYTES_IN_MEMORY = 100 * 1024 * 1024

/** What all parts need together, in bytes. */
interface Memory {
  bytes: number
  readonly most: number
}

/** The bytes of one part, counted with those of the others. */
class PartInMemory {
  readonly #all: Memory
  #bytes = 0

  constructor(all: Memory) {
    this.#all = all
  }

  /** The bytes that arrived, and why no more did. They are as many as a photo may have at most. */
  async readAll(stream: Readable): Promise<{ bytes: Buffer; failure: Error | undefined }> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of stream) {
        const bytes = chunk as Buffer
        this.#bytes += bytes.length
        this.#all.bytes += bytes.length
        if (this.#all.bytes > this.#all.most) throw tooManyAtOnce()
        chunks.push(bytes)
      }
      return { bytes: Buffer.concat(chunks), failure: undefined }
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      return { bytes: Buffer.concat(chunks), failure }
    }
  }

  release(): void {
    this.#all.bytes -= this.#bytes
  }
}

const tooManyAtOnce = () =>
  new AppError('unavailable', 'Too many photos arrive at once. Please try again.', undefined, 5)

const refusals = {
  full: ERRORS.FILE_NO_LONGER_EXISTS,
  'not here': ERRORS.INVALID_OFFSET,
  gone: ERRORS.FILE_NOT_FOUND,
} as const

/** tus answers an error with these fields. */
const refusal = (known: (typeof ERRORS)[keyof typeof ERRORS]) =>
  Object.assign(new Error(known.body), known)
