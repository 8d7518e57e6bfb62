/** As much of tus 1.0 (https://tus.io/protocols/resumable-upload) as one photo to our own server takes (decision 18). */
import { errorReplySchema, IDEMPOTENCY_HEADER } from '@veni/domain/api/protocol'
import { TUS_VERSION, UPLOAD_CONTENT_TYPE, UPLOADS_PATH } from '@veni/domain/api/photos'
import { askPortal } from '../api/client.ts'
import { ApiFailure } from '../api/failure.ts'
import { parseJson } from '../lib/stored-value.ts'

/** What is acknowledged is never sent again; at 20 kbit/s a part is half a minute. */
const PART_BYTES = 64 * 1024
const TIMEOUT_MS = 60_000

type Reply = Awaited<ReturnType<typeof askPortal>>

/** @returns the new upload's id, which finds it again after a reload */
export async function createUpload(length: number, key: string): Promise<string> {
  const headers = { 'upload-length': String(length), [IDEMPOTENCY_HEADER]: key }
  const reply = await ask('POST', UPLOADS_PATH, headers)
  const id = reply.headers.get('location')?.match(/[^/]+$/)?.[0]
  // Only here a 404 can mean that there are no uploads at all: a photo then stays on the phone (ruling 2).
  if (reply.status !== 201 || !id) throw failureOf(reply, [404, 405, 501])
  return id
}

/** @returns how many bytes have arrived; undefined when the upload is no longer there */
export async function offsetOf(id: string): Promise<number | undefined> {
  const reply = await ask('HEAD', pathOf(id))
  if (reply.status === 404 || reply.status === 410) return undefined
  return readOffset(reply, 200, 0)
}

/** Sends what has not arrived. @returns where the photo is now */
export async function sendFrom(id: string, bytes: ArrayBuffer, start: number): Promise<string> {
  let offset = start
  for (;;) {
    const part = bytes.slice(offset, offset + PART_BYTES)
    const headers = {
      'content-type': UPLOAD_CONTENT_TYPE,
      'upload-offset': String(offset),
      // Every write has one (ruling 3); here the offset alone keeps a part from being taken twice.
      [IDEMPOTENCY_HEADER]: `${id}:${offset}`,
    }
    const reply = await ask('PATCH', pathOf(id), headers, part)
    if (reply.status === 409) {
      // The office is further than was heard: its answer to the last part was lost.
      const there = await offsetOf(id)
      if (there === undefined || there <= offset) throw failureOf(reply)
      offset = there
      continue
    }
    // Nothing is sent when all had arrived and only the answer is missing.
    offset = readOffset(reply, 204, offset + Math.min(1, part.byteLength))
    if (offset === bytes.byteLength) return reply.headers.get('content-location') ?? ''
  }
}

const pathOf = (id: string) => `${UPLOADS_PATH}/${id}`

function ask(method: string, path: string, headers = {}, body?: ArrayBuffer): Promise<Reply> {
  const init = { method, headers: { 'tus-resumable': TUS_VERSION, ...headers } }
  return askPortal(path, body ? { ...init, body } : init, TIMEOUT_MS)
}

function readOffset(reply: Reply, status: number, least: number): number {
  const offset = Number(reply.headers.get('upload-offset') ?? Number.NaN)
  if (reply.status !== status || !(offset >= least)) throw failureOf(reply)
  return offset
}

/** Nobody is signed in, a part is too large for somebody on the way, or it passes by itself. */
const telling = [401, 413, 429]

/**
 * What the protocol refuses (an offset, a lock, an upload that is gone) says nothing of the photo: it is tried again.
 * Its kind is judged by our own server alone.
 */
function failureOf({ status, body }: Reply, alsoTelling: readonly number[] = []): ApiFailure {
  const code = parseJson(body, errorReplySchema)?.error.code
  const isJudged = status === 415 && code !== undefined
  const isTelling = status >= 500 || isJudged || [...telling, ...alsoTelling].includes(status)
  return isTelling
    ? new ApiFailure('status', { status, ...(code && { code }) })
    : new ApiFailure('bad-reply')
}
