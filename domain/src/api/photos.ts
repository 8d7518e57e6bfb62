/** Photos: evidence of a deal. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** Resumable uploads speak tus 1.0 here, a protocol of its own beside the calls below. */
export const UPLOADS_PATH = '/api/uploads'
export const TUS_VERSION = '1.0.0'
export const UPLOAD_CONTENT_TYPE = 'application/offset+octet-stream'

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
    /** Of the bytes as they were just read, in lower-case hexadecimal. */
    sha256: v.string(),
    bytes: v.number(),
  }),
})

export const photosApi = {
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/api/images',
    summary: 'Store a photo: part `image` as a file or as base64 text',
    part: 'extension',
    access: 'runner',
    body: v.object({ image: v.string() }),
    bodyType: 'multipart',
    reply: photoReplySchema,
    status: 201,
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/images/:file',
    summary: "The bytes of one of the runner's photos, named by their SHA-256",
    part: 'extension',
    access: 'runner',
    params: fileParams,
    reply: undefined,
  }),
  photoReceipt: endpoint({
    method: 'GET',
    path: '/api/images/:file/receipt',
    summary: 'Which bytes of a photo the office has: the phone deletes its own only for these',
    part: 'extension',
    access: 'runner',
    params: fileParams,
    reply: photoReceiptSchema,
  }),
} as const
