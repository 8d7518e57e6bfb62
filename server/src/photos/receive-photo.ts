import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { photoRefusal } from './service.ts'

/**
 * Lets the routes of this scope receive multipart bodies as bytes, within their limit. `@fastify/multipart` has no limit
 * for the whole body, and parses parts of type JSON: a body of 33 MB took a gigabyte and half a minute.
 */
export function takeMultipart(scope: FastifyInstance): void {
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((error: FastifyError) => {
    // has the sentence.
    throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? photoRefusal('too-large') : error
  })
}

/**
 * Reads the bytes of the part `image`, which is a file or base64 text. Throws `AppError`.
 * @param body of the request; anything else than bytes is no multipart body
 */
export async function receivePhoto(body: unknown, contentType = ''): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) throw photoRefusal('no-file')
  const bytes = await readPhotoPart(body, contentType).catch(() => {
    throw new AppError('bad-request', 'The multipart body is not readable.')
  })
  if (!bytes || bytes.length === 0) throw photoRefusal('no-file')
  if (bytes.length > MAX_PHOTO_BYTES) throw photoRefusal('too-large')
  return bytes
}

/** A body with more parts is refused. The size of a part is not limited, because that of the body is. */
const limits = { files: 1, fields: 5, parts: 6, fieldSize: Number.MAX_SAFE_INTEGER }

/** @returns undefined without a part `image`. Rejects when the body is no multipart body */
function readPhotoPart(body: Buffer, contentType: string): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let photo: Buffer | undefined
    const take = (name: string, bytes: Buffer) => {
      if (name === 'image') photo ??= bytes
    }
    const reader = new Busboy({ headers: { 'content-type': contentType }, limits })
    reader.on('field', (name, text) => take(name, fromBase64(text)))
    reader.on('file', (name, file) => {
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('end', () => take(name, Buffer.concat(chunks)))
      file.on('error', reject)
    })
    reader.on('error', reject)
    reader.on('finish', () => resolve(photo))
    const source = Readable.from(cut(body))
    // 7 MB can have 800,000 parts, which take four seconds.
    reader.on('partsLimit', () => source.destroy(new Error('The body has too many parts.')))
    source.on('error', reject)
    source.pipe(reader)
  })
}

const SLICE_BYTES = 16 * 1024

function* cut(body: Buffer): Iterable<Buffer> {
  for (let at = 0; at < body.length; at += SLICE_BYTES) yield body.subarray(at, at + SLICE_BYTES)
}

const fromBase64 = (text: string) => Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64')
