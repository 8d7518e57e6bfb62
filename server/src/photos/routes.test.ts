import { createHash } from 'node:crypto'
import { MAX_PHOTO_BYTES, type PhotoRefusal } from '@veni/domain/photo'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { FROM_OUR_PAGE, type Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { LAKSHMI, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { useServer } from '../../test/setup/server.ts'
import { photos } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { hashOf, shownPhotoKey } from './service.ts'

const drawing = sharp({ create: { width: 40, height: 30, channels: 3, background: '#d9a520' } })
const jpeg = await drawing.clone().jpeg().toBuffer()
const withPosition = drawing
  .clone()
  .withExif({ IFD3: { GPSLatitude: '17/1 23/1 0/1', GPSLatitudeRef: 'N' } })
  .jpeg()
const tiff = await drawing.clone().tiff().toBuffer()
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
/** A few hundred kilobytes that decode to 768 MB. */
const bomb = await sharp({
  create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' },
})
  .png()
  .toBuffer()
/** Bytes after the end of a JPEG do not damage it. */
const tooLarge = Buffer.concat([jpeg, Buffer.alloc(MAX_PHOTO_BYTES + 1 - jpeg.length)])

/** The exact messages of. */
const refusals: Record<PhotoRefusal, { status: number; body: object }> = {
  'no-file': { status: 400, body: { error: { message: 'No file provided' } } },
  'too-large': {
    status: 413,
    body: { error: { message: 'File size too large. Maximum 5MB allowed.' } },
  },
  'wrong-type': {
    status: 415,
    body: {
      error: { message: 'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.' },
    },
  },
}

describe.each(databaseKinds)('photos (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  async function upload(client: Client | undefined, image?: Uint8Array | string, part = 'image') {
    const form = new FormData()
    if (typeof image === 'string') form.append(part, image)
    else if (image) form.append(part, new Blob([Uint8Array.from(image)]), 'packet.jpg')
    const request = new Request('http://veni', { method: 'POST', body: form })
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/images',
      headers: {
        ...FROM_OUR_PAGE,
        'content-type': request.headers.get('content-type') ?? '',
        ...(client && { cookie: client.cookie }),
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return {
      status: reply.statusCode,
      body: reply.json<{ success?: true; data: { url: string }; error?: { message: string } }>(),
    }
  }
  const read = (client: Client | undefined, url: string) =>
    server.app.inject({ method: 'GET', url, headers: client ? { cookie: client.cookie } : {} })

  test('are stored unchanged under their hash, and shown as a copy without metadata [R-7.038]', async () => {
    const photo = await withPosition.toBuffer()
    const { status, body } = await upload(ravi, photo)
    expect(status).toBe(201)
    const hash = createHash('sha256').update(photo).digest('hex')
    expect(body).toEqual({ success: true, data: { url: `/api/images/${hash}.jpg` } })

    expect(await server.deps.photoStore.get({ hash, type: 'image/jpeg' })).toEqual(photo)
    const reply = await read(ravi, body.data.url)
    expect((await sharp(reply.rawPayload).metadata()).exif).toBeUndefined()
    expect((await read(ravi, body.data.url)).rawPayload).toEqual(reply.rawPayload)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      vary: 'Cookie',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    })
  })

  test('may arrive as base64 text, as third-party hosts accept them', async () => {
    const asFile = await upload(ravi, jpeg)
    expect(await upload(ravi, jpeg.toString('base64'))).toEqual(asFile)
    expect(await upload(ravi, `data:image/jpeg;base64,${jpeg.toString('base64')}`)).toEqual(asFile)
  })

  test('have one record when they are sent twice', async () => {
    await upload(ravi, jpeg)
    await upload(ravi, jpeg)
    const rows = await server.deps.db.select().from(photos)
    const ofRavi = rows.filter(
      ({ runnerId, hash }) => runnerId === RAVI.id && hash === hashOf(jpeg),
    )
    expect(ofRavi).toHaveLength(1)
  })

  test('are visible only to the runner who sent them', async () => {
    const other = await drawing.clone().modulate({ hue: 90 }).png().toBuffer()
    const { url } = (await upload(ravi, other)).body.data
    expect((await read(lakshmi, url)).statusCode).toBe(404)
    expect((await read(undefined, url)).statusCode).toBe(401)
    await upload(lakshmi, other)
    expect((await read(lakshmi, url)).statusCode).toBe(200)
  })

  test.each(['png', 'gif', 'webp'] as const)('may be %s', async (format) => {
    const bytes = await drawing.clone().toFormat(format).toBuffer()
    const { body } = await upload(ravi, bytes)
    const reply = await read(ravi, body.data.url)
    expect(reply.headers['content-type']).toBe('image/jpeg')
    expect((await read(ravi, body.data.url.replace(/\w+$/, 'jpg'))).statusCode).toBe(404)
  })

  test.each<[string, Uint8Array | string, PhotoRefusal]>([
    ['a text', Buffer.from('hello'), 'wrong-type'],
    ['a drawing that can contain scripts', Buffer.from(svg), 'wrong-type'],
    ['another image format', tiff, 'wrong-type'],
    ['half a photo', jpeg.subarray(0, jpeg.length / 2), 'wrong-type'],
    ['a file with far more pixels than a camera has', bomb, 'wrong-type'],
    ['an empty file', Buffer.of(), 'no-file'],
    ['an empty text', '', 'no-file'],
    ['a file over 5 MB', tooLarge, 'too-large'],
    ['a text over 5 MB', tooLarge.toString('base64'), 'too-large'],
    ['a text far over 5 MB', 'A'.repeat(3 * MAX_PHOTO_BYTES), 'too-large'],
  ])('are refused: %s', async (_, image, refusal) => {
    expect(await upload(ravi, image)).toMatchObject(refusals[refusal])
  })

  test('are accepted with exactly 5 MB', async () => {
    const full = tooLarge.subarray(0, MAX_PHOTO_BYTES)
    expect((await upload(ravi, full)).status).toBe(201)
    expect((await upload(ravi, full.toString('base64'))).status).toBe(201)
  })

  /** Sends parts as they are, after their boundaries. */
  const sendParts = (...parts: string[]) =>
    server.app.inject({
      method: 'POST',
      url: '/api/images',
      headers: {
        ...FROM_OUR_PAGE,
        'content-type': 'multipart/form-data; boundary=b',
        cookie: ravi.cookie,
      },
      payload: [...parts.map((part) => `--b\r\n${part}\r\n`), '--b--\r\n'].join(''),
    })
  const image = `content-disposition: form-data; name="image"\r\n\r\n${jpeg.toString('base64')}`
  const json =
    'content-disposition: form-data; name="note"\r\ncontent-type: application/json\r\n\r\n'

  test('may come with parts of other types, which are not parsed', async () => {
    expect((await sendParts(`${json}{`, image)).statusCode).toBe(201)
    expect((await sendParts(`${json}[`, `${json}{}`)).statusCode).toBe(400)
  })

  test('are refused when the parts together are longer than a photo can be', async () => {
    const part = json + 'x'.repeat(MAX_PHOTO_BYTES)
    const reply = await sendParts(part, part, image)
    expect([reply.statusCode, reply.json()]).toMatchObject([413, refusals['too-large'].body])
  })

  test('need a part of the right name', async () => {
    const nothing = refusals['no-file']
    expect(await upload(ravi, undefined)).toMatchObject(nothing)
    expect(await upload(ravi, jpeg, 'picture')).toMatchObject(nothing)
    const json = await ravi.send('POST', '/api/images', { image: jpeg.toString('base64') })
    expect(json).toMatchObject(nothing)
  })

  test('get no second copy from a decoder when the copy is stored [R-7.038]', async () => {
    const photo = await drawing.clone().negate().jpeg().toBuffer()
    const { url } = (await upload(ravi, photo)).body.data
    const first = await read(ravi, url)
    const encode = vi.spyOn(server.deps.photoDecoder, 'encodeShown')
    expect((await read(ravi, url)).rawPayload).toEqual(first.rawPayload)
    expect(encode).not.toHaveBeenCalled()
    await server.deps.shownPhotoStore.delete(shownPhotoKey(hashOf(photo)))
    expect((await read(ravi, url)).rawPayload).toEqual(first.rawPayload)
    expect(encode).toHaveBeenCalledOnce()
  })

  test('are refused for a while when they cannot be checked [R-7.037]', async () => {
    vi.spyOn(server.deps.photoDecoder, 'detectType').mockRejectedValueOnce(
      new AppError('unavailable', 'busy', undefined, 30),
    )
    expect((await upload(ravi, jpeg)).status).toBe(503)
    expect((await upload(ravi, jpeg)).status).toBe(201)
  })

  test('are `unavailable` while the disk is full, and stored when there is space', async () => {
    const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    vi.spyOn(server.deps.photoStore, 'put').mockRejectedValueOnce(noSpace)
    expect((await upload(ravi, jpeg)).status).toBe(503)
    expect(server.takeErrors()).toEqual(['POST /api/images failed', noSpace])
    expect((await upload(ravi, jpeg)).status).toBe(201)
  })

  test('are refused without a session', async () => {
    expect((await upload(undefined, jpeg)).status).toBe(401)
  })
})
