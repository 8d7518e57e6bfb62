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

/** What the uploads of one stand-in server share. */
interface Uploads {
  readonly server: StandInServer
  readonly photos: UploadServer['photos']
  readonly arrived: number[]
  /** How many bytes still arrive before the connection breaks. */
  left: number
  losesLast: boolean
}

export function takeUploads(server: StandInServer): UploadServer {
  const uploads: Uploads = {
    server,
    photos: new Map(),
    arrived: [],
    left: Number.POSITIVE_INFINITY,
    losesLast: false,
  }
  let made = 0

  server.answer('POST /api/uploads', ({ headers }) => {
    const at = `/api/uploads/1-${(made += 1)}`
    takeUpload(uploads, at, Number(headers.get('upload-length')))
    return new Response(null, { status: 201, headers: { location: at } })
  })

  return {
    photos: uploads.photos,
    arrived: uploads.arrived,
    breakAfter: (bytes) => void (uploads.left = bytes),
    loseLastAnswer: () => void (uploads.losesLast = true),
  }
}

/** Answers the requests of one upload at its path `at`. */
function takeUpload(uploads: Uploads, at: string, length: number): void {
  const bytes = new Uint8Array(length)
  let offset = 0
  let isDone = false
  const replyOffset = (status: number) =>
    new Response(null, { status, headers: { 'upload-offset': String(offset) } })

  uploads.server.answer(`HEAD ${at}`, () =>
    isDone ? new Response(null, { status: 404 }) : replyOffset(200),
  )
  uploads.server.answer(`PATCH ${at}`, async ({ headers, body }: SentRequest) => {
    if (isDone) return json({ error: { code: 'not-found', message: '' } }, 404)
    if (Number(headers.get('upload-offset')) !== offset)
      return json({ error: { code: 'conflict', message: '' } }, 409)
    const part = arrivingPart(uploads, body)
    bytes.set(part, offset)
    offset += part.byteLength
    breakIfDue(uploads)
    if (offset < bytes.byteLength) return replyOffset(204)
    isDone = true
    const name = await storePhoto(uploads, bytes)
    const isLost = uploads.losesLast
    uploads.losesLast = false
    if (isLost) throw noNetwork()
    const reply = replyOffset(204)
    reply.headers.set('content-location', `/api/images/${name}`)
    return reply
  })
}

/** The bytes of a part that arrive before the connection breaks. */
function arrivingPart(uploads: Uploads, body: unknown): Uint8Array {
  const sent = new Uint8Array((body as ArrayBuffer | undefined) ?? new ArrayBuffer())
  const part = sent.slice(0, uploads.left)
  uploads.left -= part.byteLength
  uploads.arrived.push(part.byteLength)
  return part
}

function breakIfDue(uploads: Uploads): void {
  if (uploads.left !== 0) return
  uploads.left = Number.POSITIVE_INFINITY
  throw noNetwork()
}

/** Stores a complete photo, serves its receipt and returns its name. */
async function storePhoto(
  { server, photos }: Uploads,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const type = sniffPhotoType(bytes) ?? 'image/jpeg'
  const name = `${await sha256Hex(bytes.buffer)}.${photoTypes[type][0]}`
  photos.set(name, bytes)
  server.answer(`GET /api/images/${name}/receipt`, async () => {
    const photo = photos.get(name)
    if (!photo) return json({ error: { code: 'not-found', message: '' } }, 404)
    const data = { url: `/api/images/${name}`, bytes: photo.byteLength }
    return json({ success: true, data: { ...data, sha256: await sha256Hex(photo.buffer) } })
  })
  return name
}
