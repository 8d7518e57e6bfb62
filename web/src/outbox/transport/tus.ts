/** The part of tus 1.0 (https://tus.io/protocols/resumable-upload) that the upload of a photo needs (decision 18). */
import { errorReplySchema, IDEMPOTENCY_HEADER } from '@veni/domain/api/protocol'
import { TUS_VERSION, UPLOAD_CONTENT_TYPE, UPLOADS_PATH } from '@veni/domain/api/photos'
import type { Client } from '../../api/client.ts'
import { ApiFailure, readRetryAfter } from '../../api/failure.ts'
import { parseJson } from '../../lib/stored-value.ts'
import { isUploadFailure } from './refusals.ts'

/** An acknowledged part is never sent again. At 20 kbit/s one part takes half a minute. */
const PART_BYTES = 64 * 1024
const TIMEOUT_MS = 60_000

type Request = Client['request']
type Reply = Awaited<ReturnType<Request>>

/** @returns the id of the new upload; after a reload the upload continues under this id */
export async function createUpload(request: Request, length: number, key: string): Promise<string> {
  const headers = { 'upload-length': String(length), [IDEMPOTENCY_HEADER]: key }
  const reply = await send(request, UPLOADS_PATH, { method: 'POST', headers })
  const id = reply.headers.get('location')?.match(/[^/]+$/)?.[0]
  // Here a 404 can mean that the server does not offer uploads: the photo then stays on the phone.
  if (reply.status !== 201 || !id) throw toFailure(reply, [404, 405, 501])
  return id
}

/** @returns how many bytes have arrived; undefined when the upload is no longer there */
export async function readOffset(request: Request, id: string): Promise<number | undefined> {
  const reply = await send(request, toPath(id), { method: 'HEAD' })
  if (reply.status === 404 || reply.status === 410) return undefined
  return readOffsetHeader(reply, 200, 0)
}

interface Rest {
  readonly id: string
  readonly bytes: ArrayBuffer
  /** The first byte that has not arrived. */
  readonly start: number
  /** Called after each part that the server has stored. */
  readonly onPart: () => void
}

/** Sends the bytes from an offset on. @returns the address of the photo */
export async function sendFrom(
  request: Request,
  { id, bytes, start, onPart }: Rest,
): Promise<string> {
  let offset = start
  for (;;) {
    const part = bytes.slice(offset, offset + PART_BYTES)
    const headers = {
      'content-type': UPLOAD_CONTENT_TYPE,
      'upload-offset': String(offset),
      // Every write has a key (ruling 3). The offset alone already prevents that the server stores a part twice.
      [IDEMPOTENCY_HEADER]: `${id}:${offset}`,
    }
    const reply = await send(request, toPath(id), { method: 'PATCH', headers, body: part })
    if (reply.status === 409) {
      // The server has more than it acknowledged here: its reply to the last part was lost.
      const arrived = await readOffset(request, id)
      if (arrived === undefined || arrived <= offset) throw toFailure(reply)
      offset = arrived
      continue
    }
    // All bytes may have arrived already. Then the empty part only requests the reply.
    offset = readOffsetHeader(reply, 204, offset + Math.min(1, part.byteLength))
    onPart()
    if (offset === bytes.byteLength) return reply.headers.get('content-location') ?? ''
  }
}

const toPath = (id: string) => `${UPLOADS_PATH}/${id}`

interface Message {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: ArrayBuffer
}

function send(request: Request, path: string, message: Message): Promise<Reply> {
  const headers = { 'tus-resumable': TUS_VERSION, ...message.headers }
  return request(path, { ...message, headers }, TIMEOUT_MS)
}

function readOffsetHeader(reply: Reply, status: number, least: number): number {
  const offset = Number(reply.headers.get('upload-offset') ?? Number.NaN)
  if (reply.status !== status || !(offset >= least)) throw toFailure(reply)
  return offset
}

function toFailure(
  { status, headers, body }: Reply,
  notOffered: readonly number[] = [],
): ApiFailure {
  const code = parseJson(body, errorReplySchema)?.error.code
  return isUploadFailure(status, code) || notOffered.includes(status)
    ? new ApiFailure('status', { status, ...(code && { code }), ...readRetryAfter(headers) })
    : new ApiFailure('bad-reply')
}
