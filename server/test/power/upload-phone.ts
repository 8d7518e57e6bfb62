import { setTimeout as wait } from 'node:timers/promises'
import { hashOf } from '../../src/photos/service.ts'
import { newPhoto, PART, TUS, UPLOADS } from '../fixtures/upload-calls.ts'
import { type Actor, Caller, type Load, repeatUntil } from './actor.ts'
import type { PowerMachine } from './power-machine.ts'

interface Upload {
  readonly photo: Buffer
  /** Path at the server; undefined while it is unknown. */
  url?: string | undefined
  /** Acknowledged bytes. */
  offset: number
}

const PARTS = 3
/** The next call syncs the part before it, so some cuts must come before that call. */
const PAUSE_MS = 200

/** A phone that sends photos in parts. */
export class UploadPhone implements Actor {
  /** The hashes of the photos whose last part was acknowledged. */
  readonly stored: string[] = []
  /** Whether a part is acknowledged and the next one is not sent yet. */
  isBetweenParts = false
  readonly #caller = new Caller()
  readonly #machine: PowerMachine
  #isSignedIn = false
  #upload: Upload | undefined

  constructor(machine: PowerMachine) {
    this.#machine = machine
  }

  workUntilCut({ address, cut, onSent }: Load): Promise<void> {
    return repeatUntil(cut, async () => {
      onSent()
      await this.#sendNext(address, cut)
      if (!this.#upload?.offset) return
      this.isBetweenParts = true
      await wait(PAUSE_MS, undefined, { signal: cut }).finally(() => (this.isBetweenParts = false))
    })
  }

  async goOn(address: string): Promise<string[]> {
    if (!this.#isSignedIn) await this.#caller.signIn(address)
    this.#isSignedIn = true
    const lost = await this.#findLost(address)
    for (const hash of this.stored.slice(-3))
      if (!(await this.#isStored(address, hash)))
        lost.push(`the photo ${hash}, sent in parts, was lost`)
    return lost
  }

  async #isStored(address: string, hash: string): Promise<boolean> {
    const { status } = await this.#caller.call(address, `/api/images/${hash}.jpg/receipt`, {})
    return status === 200
  }

  async checkDisk(): Promise<string[]> {
    return this.#machine.findLostPhotos(this.stored)
  }

  async finish(address: string): Promise<void> {
    while (this.#upload) await this.#sendNext(address)
  }

  /** Asks how many bytes the server has of the open upload. */
  async #findLost(address: string): Promise<string[]> {
    const upload = this.#upload
    if (!upload?.url) return []
    const head = await this.#caller.call(address, upload.url, { method: 'HEAD', headers: TUS })
    const has = Number(head.headers.get('upload-offset'))
    const isHere = head.status === 200 && has >= upload.offset
    // The server may have had the last part, stored the photo and begun to delete the upload: 410 after its first file.
    const isGone = [404, 410].includes(head.status)
    const isWhole = isGone && (await this.#isStored(address, hashOf(upload.photo)))
    if (isHere && has < upload.photo.length) upload.offset = has
    else this.#upload = { photo: upload.photo, offset: 0 }
    return isHere || isWhole
      ? []
      : [`an upload had ${upload.offset} bytes, and now ${head.status} ${has}`]
  }

  /** Sends the creation of an upload or one part. */
  async #sendNext(address: string, cut?: AbortSignal): Promise<void> {
    const upload = (this.#upload ??= { photo: await newPhoto(), offset: 0 })
    const signal = cut ?? null
    if (upload.url === undefined) {
      const headers = { ...TUS, 'upload-length': String(upload.photo.length) }
      const made = await this.#call(address, UPLOADS, { method: 'POST', headers, signal })
      if (!cut?.aborted) upload.url = made.headers.get('location') ?? ''
      return
    }
    const end = partEnd(upload, 1 + Math.floor((upload.offset * PARTS) / upload.photo.length))
    await this.#call(address, upload.url, {
      method: 'PATCH',
      headers: { ...PART, 'upload-offset': String(upload.offset) },
      body: new Uint8Array(upload.photo.subarray(upload.offset, end)),
      signal,
    })
    if (cut?.aborted) return
    upload.offset = end
    if (end < upload.photo.length) return
    this.stored.push(hashOf(upload.photo))
    this.#upload = undefined
  }

  async #call(
    address: string,
    path: string,
    options: Parameters<Caller['call']>[2],
  ): Promise<Response> {
    const answer = await this.#caller.call(address, path, options)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}

const partEnd = ({ photo }: Upload, part: number) => Math.ceil((photo.length * part) / PARTS)
