/** The part of tus 1.0 (https://tus.io/protocols/resumable-upload) that one photo to our server needs (decision 18). */
import { errorReplySchema, IDEMPOTENCY_HEADER } from '@veni/domain/api/protocol'
import { TUS_VERSION, UPLOAD_CONTENT_TYPE, UPLOADS_PATH } from '@veni/domain/api/photos'
import type { Client } from '../api/client.ts'
import { ApiFailure } from '../api/failure.ts'
import { parseJson } from '../lib/stored-value.ts'

/** An acknowledged part is never sent again. At 20 kbit/s one part takes half a minute. */
const PART_BYTES = 64 * 1024
const TIMEOUT_MS = 60_000

type Request = Client['request']
type Reply = Awaited<ReturnType<Request>>

/** @returns the new upload's id, which finds it again after a reload */
export async function createUpload(request: Request, length: number, key: string): Promise<string> {
  const headers = { 'upload-length': String(length), [IDEMPOTENCY_HEADER]: key }
  const reply = await send(request, UPLOADS_PATH, { method: 'POST', headers })
  const id = reply.headers.get('location')?.match(/[^/]+$/)?.[0]
  // Only here a 404 can mean that uploads are not offered: the photo then stays on the phone.
  if (reply.status !== 201 || !id) throw failureOf(reply, [404, 405, 501])
  return id
}

/** @returns how many bytes have arrived; undefined when the upload is no longer there */
export async function readOffset(request: Request, id: string): Promise<number | undefined> {
  const reply = await send(request, pathOf(id), { method: 'HEAD' })
  if (reply.status === 404 || reply.status === 410) return undefined
  return offsetOf(reply, 200, 0)
}

/** Sends the bytes from an offset on. @returns the address of the photo */
export async function sendFrom(
  request: Request,
  id: string,
  bytes: ArrayBuffer,
  start: number,
): Promise<string> {
  let offset = start
  for (;;) {
    const part = bytes.slice(offset, offset + PART_BYTES)
    const headers = {
      'content-type': UPLOAD_CONTENT_TYPE,
      'upload-offset': String(offset),
      // Every write has a key (ruling 3); here the offset alone prevents that a part is taken twice.
      [IDEMPOTENCY_HEADER]: `${id}:${offset}`,
    }
    const reply = await send(request, pathOf(id), { method: 'PATCH', headers, body: part })
    if (reply.status === 409) {
      // The server has more than it acknowledged here: its reply to the last part was lost.
      const arrived = await readOffset(request, id)
      if (arrived === undefined || arrived <= offset) throw failureOf(reply)
      offset = arrived
      continue
    }
    // All bytes may have arrived already; then the empty part only asks for the reply.
    offset = offsetOf(reply, 204, offset + Math.min(1, part.byteLength))
    if (offset === bytes.byteLength) return reply.headers.get('content-location') ?? ''
  }
}

const pathOf = (id: string) => `${UPLOADS_PATH}/${id}`

interface Message {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: ArrayBuffer
}

function send(request: Request, path: string, message: Message): Promise<Reply> {
  const headers = { 'tus-resumable': TUS_VERSION, ...message.headers }
  return request(path, { ...message, headers }, TIMEOUT_MS)
}

function offsetOf(reply: Reply, status: number, least: number): number {
  const offset = Number(reply.headers.get('upload-offset') ?? Number.NaN)
  if (reply.status !== status || !(offset >= least)) throw failureOf(reply)
  return offset
}

/** Nobody is signed in, a part is too large for an intermediary, or there are too many calls. */
const MEANT_STATUSES = [401, 413, 429]

/**
 * What the protocol refuses (an offset, a lock, an upload that is gone) says nothing about the photo: it is tried
 * again. Only our own server refuses a photo for its type.
 */
function failureOf({ status, body }: Reply, alsoMeant: readonly number[] = []): ApiFailure {
  const code = parseJson(body, errorReplySchema)?.error.code
  const isWrongType = status === 415 && code !== undefined
  const isMeant = status >= 500 || isWrongType || [...MEANT_STATUSES, ...alsoMeant].includes(status)
  return isMeant
    ? new ApiFailure('status', { status, ...(code && { code }) })
    : new ApiFailure('bad-reply')
}
