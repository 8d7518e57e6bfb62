/** Makes a stand-in server accept photos in parts and answer with receipts, as our server does. */
import { photoTypes, sniffPhotoType } from '@veni/domain/photo'
import { sha256Hex } from '../src/lib/bytes.ts'
import { json, noNetwork, type StandInServer, type SentRequest } from './stand-in-server.ts'

export interface UploadServer {
  /** The received photos by name, such as `…sha256….jpg`. */
  readonly photos: Map<string, Uint8Array<ArrayBuffer>>
  /** How many bytes of each part arrived, in order. */
  readonly arrived: number[]
  /** Breaks the connection after this many more bytes. */
  breakAfter: (bytes: number) => void
  /** Accepts the next complete photo, but loses the answer. */
  loseLastAnswer: () => void
}

export function takeUploads(server: StandInServer): UploadServer {
  const photos = new Map<string, Uint8Array<ArrayBuffer>>()
  const arrived: number[] = []
  let left = Number.POSITIVE_INFINITY
  let losesLast = false
  let made = 0

  server.answer('POST /api/uploads', ({ headers }) => {
    const bytes = new Uint8Array(Number(headers.get('upload-length')))
    const id = `1-${(made += 1)}`
    let offset = 0
    let isDone = false
    const at = `/api/uploads/${id}`
    const replyOffset = (status: number) =>
      new Response(null, { status, headers: { 'upload-offset': String(offset) } })
    server.answer(`HEAD ${at}`, () =>
      isDone ? new Response(null, { status: 404 }) : replyOffset(200),
    )
    server.answer(`PATCH ${at}`, async ({ headers: sent, body }: SentRequest) => {
      if (isDone) return json({ error: { code: 'not-found', message: '' } }, 404)
      if (Number(sent.get('upload-offset')) !== offset)
        return json({ error: { code: 'conflict', message: '' } }, 409)
      const part = new Uint8Array((body as ArrayBuffer | undefined) ?? new ArrayBuffer()).slice(
        0,
        left,
      )
      bytes.set(part, offset)
      offset += part.byteLength
      left -= part.byteLength
      arrived.push(part.byteLength)
      if (left === 0) {
        left = Number.POSITIVE_INFINITY
        throw noNetwork()
      }
      if (offset < bytes.byteLength) return replyOffset(204)
      isDone = true
      const name = await storePhoto(bytes)
      const isLost = losesLast
      losesLast = false
      if (isLost) throw noNetwork()
      const reply = replyOffset(204)
      reply.headers.set('content-location', `/api/images/${name}`)
      return reply
    })
    return new Response(null, { status: 201, headers: { location: at } })
  })

  async function storePhoto(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const type = sniffPhotoType(bytes) ?? 'image/jpeg'
    const sha256 = await sha256Hex(bytes.buffer)
    const name = `${sha256}.${photoTypes[type][0]}`
    photos.set(name, bytes)
    server.answer(`GET /api/images/${name}/receipt`, async () => {
      const photo = photos.get(name)
      if (!photo) return json({ error: { code: 'not-found', message: '' } }, 404)
      const data = { url: `/api/images/${name}`, bytes: photo.byteLength }
      return json({ success: true, data: { ...data, sha256: await sha256Hex(photo.buffer) } })
    })
    return name
  }

  return {
    photos,
    arrived,
    breakAfter: (bytes) => void (left = bytes),
    loseLastAnswer: () => void (losesLast = true),
  }
}
