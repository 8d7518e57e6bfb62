/** The calls for the photos of deals. */
import * as v from 'valibot'
import { MAX_PHOTO_BYTES } from '../photo.ts'
import { defineEndpoint } from './endpoint.ts'

/** Resumable uploads use the protocol tus 1.0 under this path, beside the calls below. */
export const UPLOADS_PATH = '/api/uploads'
export const TUS_VERSION = '1.0.0'
export const UPLOAD_CONTENT_TYPE = 'application/offset+octet-stream'

// Three bytes are four characters of base64. The rest is for `data:image/jpeg;base64,` and the headers of the part.
const MAX_PHOTO_BODY_BYTES = Math.ceil(MAX_PHOTO_BYTES / 3) * 4 + 16 * 1024

const fileParams = v.object({
  file: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(?:jpg|png|gif|webp)$/)),
})

export const photoReplySchema = v.object({
  success: v.literal(true),
  data: v.object({ url: v.string() }),
})

export const photoReceiptSchema = v.object({
  success: v.literal(true),
  data: v.object({
    url: v.string(),
    /** The hash of the stored bytes, in lower-case hexadecimal. The server reads them again for each call. */
    sha256: v.string(),
    bytes: v.number(),
    /** Of the database (reconciliation.ts). Older servers do not send it. */
    epoch: v.optional(v.string()),
  }),
})

export const photosApi = {
  uploadPhoto: defineEndpoint({
    method: 'POST',
    path: '/api/images',
    summary: 'Store a photo; part `image` is a file or base64 text',
    part: 'extension',
    access: 'runner',
    body: v.object({ image: v.string() }),
    bodyType: 'multipart',
    maxBodyBytes: MAX_PHOTO_BODY_BYTES,
    reply: photoReplySchema,
    status: 201,
  }),
  image: defineEndpoint({
    method: 'GET',
    path: '/api/images/:file',
    summary: "Get the bytes of one of the runner's photos, by their SHA-256",
    part: 'extension',
    access: 'runner',
    params: fileParams,
    reply: undefined,
  }),
  photoReceipt: defineEndpoint({
    method: 'GET',
    path: '/api/images/:file/receipt',
    summary: 'Get hash and size of the stored bytes of a photo; then the phone can delete its copy',
    part: 'extension',
    access: 'runner',
    params: fileParams,
    reply: photoReceiptSchema,
  }),
} as const
