import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { photoRefusal } from './service.ts'

/** Reads the bytes of the part `image`, which is a file or base64 text. Throws `AppError`. */
export async function receivePhoto(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw photoRefusal('no-file')
  const photo = await readParts(request).catch((error: unknown) => {
    throw isLimit(error)
      ? error
      : new AppError('bad-request', 'The multipart body is not readable.')
  })
  if (!photo) throw photoRefusal('no-file')
  if (photo.isCut || photo.bytes.length > MAX_PHOTO_BYTES) throw photoRefusal('too-large')
  if (photo.bytes.length === 0) throw photoRefusal('no-file')
  return photo.bytes
}

async function readParts(request: FastifyRequest): Promise<Received | undefined> {
  let photo: Received | undefined
  for await (const part of request.parts()) {
    // Every part must be read to its end, also unknown parts.
    const received = part.type === 'file' ? await readFilePart(part) : readTextPart(part)
    if (part.fieldname === 'image') photo ??= received
  }
  return photo
}

/** The plugin refuses too many parts itself. Its other errors are about the body: a boundary, a cut end. */
function isLimit(error: unknown): boolean {
  const { statusCode = 500 } = error as { statusCode?: number }
  return statusCode < 500
}

/** `isCut`: the part was larger than the limit. */
type Received = { readonly bytes: Buffer; readonly isCut: boolean }

// Three bytes are four characters of base64. The rest is for `data:image/jpeg;base64,`.
const BASE64_CHARACTERS = Math.ceil(MAX_PHOTO_BYTES / 3) * 4 + 100
/** Limits of the multipart reader. It cuts a larger part, which is refused above. */
export const uploadLimits = {
  fileSize: MAX_PHOTO_BYTES,
  files: 1,
  fieldSize: BASE64_CHARACTERS,
  fields: 5,
  parts: 6,
}

async function readFilePart(part: MultipartFile): Promise<Received> {
  const bytes = await part.toBuffer()
  return { bytes, isCut: part.file.truncated }
}

function readTextPart(part: MultipartValue): Received {
  const text = typeof part.value === 'string' ? part.value : ''
  const base64 = text.replace(/^data:[^,]*,/, '')
  return { bytes: Buffer.from(base64, 'base64'), isCut: part.valueTruncated }
}
