/** Photos: evidence of a deal. */
import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

export const imageReplySchema = v.object({
  success: v.literal(true),
  data: v.object({ url: v.string() }),
})

export const photosApi = {
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/images',
    summary: 'Store a photo: part `image` as a file or as base64 text',
    part: 'extension',
    access: 'runner',
    body: v.object({ image: v.string() }),
    bodyType: 'multipart',
    reply: imageReplySchema,
    status: 201,
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/images/:file',
    summary: "The bytes of one of the runner's photos, named by their SHA-256",
    part: 'extension',
    access: 'runner',
    params: v.object({ file: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(?:jpg|png|gif|webp)$/)) }),
    reply: undefined,
  }),
} as const
