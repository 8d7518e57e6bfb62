import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that the server makes at its start and sends from memory. */
export interface MemoryFile {
  readonly type: string
  readonly cacheControl: string
  readonly text: string
  readonly etag: string
  /** The file in each supported encoding, the smallest first. */
  readonly encoded: readonly (readonly [encoding: string, bytes: Promise<Buffer>])[]
}

/**
 * The start does not wait for the encodings; the first request does. A file is `no-cache` unless said otherwise: a
 * browser may keep it, and asks each time whether it has changed.
 */
export function makeMemoryFile(text: string, type: string, cacheControl = 'no-cache'): MemoryFile {
  const br = promisify(brotliCompress)(text)
  const gz = promisify(gzip)(text, { level: 9 })
  // The request that needs the encoding reports the failure.
  for (const bytes of [br, gz]) bytes.catch(() => undefined)
  return {
    text,
    type,
    cacheControl,
    etag: `W/"${digest(text)}"`,
    encoded: [
      ['br', br],
      ['gzip', gz],
    ],
  }
}

/** A version of a text: 22 letters, digits, `-` and `_`. */
export const digest = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

export async function sendFile(
  file: MemoryFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  reply.code(200).type(file.type)
  const accepted = acceptedEncodings(String(request.headers['accept-encoding'] ?? ''))
  const known = file.encoded.find(([encoding]) => accepted.includes(encoding))
  if (!known) return reply.send(file.text)
  const [encoding, bytes] = known
  const body = await bytes
  return reply.header('content-encoding', encoding).send(body)
}

/** `br, gzip;q=0` accepts br and refuses gzip. */
const acceptedEncodings = (header: string) =>
  header
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
