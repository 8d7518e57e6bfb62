import { appendFile, readdir, rm, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { Upload as TusUpload } from 'tus-js-client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { photos } from '../../src/db/schema.ts'
import { hashOf } from '../../src/photos/service.ts'
import { PartialUploads } from '../../src/photos/uploads/partial-uploads.ts'
import { FROM_OUR_PAGE, type Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { LAKSHMI, RAVI, storeRunners } from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'
import { newPhoto, PART, tusRefusal, uploadCalls, UPLOADS } from '../fixtures/upload-calls.ts'

describe.each(databaseKinds)('resumable uploads (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client
  let photo: Buffer
  let address: string
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })
  beforeEach(async () => {
    photo = await newPhoto()
  })
  afterEach(async () => {
    for (const name of await partsLeft()) await rm(partOf(name))
  })

  const { call, create, patch, offsetOf } = uploadCalls(() => server.app)
  const urlOf = (bytes: Buffer) => `/api/images/${hashOf(bytes)}.jpg`
  const stored = async (client: Client, bytes: Buffer) => {
    const { cookie } = client
    const reply = await server.app.inject({ url: `${urlOf(bytes)}/receipt`, headers: { cookie } })
    if (reply.statusCode !== 200) return undefined
    return server.deps.photoStore.get({ hash: hashOf(bytes), type: 'image/jpeg' })
  }
  const partsLeft = () => readdir(server.deps.uploadsFolder)
  const partOf = (url: string) => `${server.deps.uploadsFolder}/${url.split('/').at(-1)}`
  const sizeOnDisk = async (url: string) => (await stat(partOf(url))).size

  /** Announces the whole photo and sends its first bytes; the connection stays open. */
  async function beginPart(url: string, bytes: number) {
    const { cookie } = ravi
    const headers = {
      ...FROM_OUR_PAGE,
      ...PART,
      cookie,
      'upload-offset': '0',
      'content-length': photo.length,
    }
    const request = httpRequest(`${address}${url}`, { method: 'PATCH', headers })
    request.on('error', () => undefined)
    request.write(photo.subarray(0, bytes))
    await expect.poll(() => sizeOnDisk(url)).toBe(bytes)
    return request
  }

  test('store a photo from parts, answer with its URL, and delete the parts', async () => {
    const url = await create(ravi, photo.length)
    expect(url).toMatch(new RegExp(`^/api/uploads/${RAVI.id}-[0-9a-f]{32}$`))
    const first = await patch(ravi, url, 0, photo.subarray(0, 1000))
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '1000' } })
    expect(await offsetOf(ravi, url)).toEqual({ status: 200, offset: '1000' })
    expect(await stored(ravi, photo)).toBeUndefined()
    const last = await patch(ravi, url, 1000, photo.subarray(1000))
    expect(last).toMatchObject({
      status: 204,
      headers: {
        'upload-offset': String(photo.length),
        'content-location': urlOf(photo),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    })
    expect(await stored(ravi, photo)).toEqual(photo)
    expect(await stored(lakshmi, photo)).toBeUndefined()
    expect(await partsLeft()).toEqual([])
    expect((await offsetOf(ravi, url)).status).toBe(404)
  })

  test('work with the common client tus-js-client, which continues where it stopped', async () => {
    const requests: string[] = []
    let photoPath: string | undefined
    await new Promise<void>((resolve, reject) => {
      const upload = new TusUpload(photo, {
        endpoint: `${address}${UPLOADS}`,
        chunkSize: 4_000,
        metadata: { filename: 'packet.jpg' },
        headers: { ...FROM_OUR_PAGE, cookie: ravi.cookie },
        onBeforeRequest: (request) => void requests.push(request.getMethod()),
        onAfterResponse(_request, response) {
          photoPath = response.getHeader('content-location') ?? photoPath
        },
        onChunkComplete(_size, accepted) {
          if (accepted === 4_000) void upload.abort().then(() => upload.start())
        },
        onError: reject,
        onSuccess: () => resolve(),
      })
      upload.start()
    })
    expect(requests.slice(0, 4)).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH'])
    expect(requests).toHaveLength(2 + Math.ceil(photo.length / 4_000))
    expect(photoPath).toBe(urlOf(photo))
    expect(await stored(ravi, photo)).toEqual(photo)
  })

  test('continue after the bytes that arrived before the connection broke', async () => {
    const url = await create(ravi, photo.length)
    const request = await beginPart(url, 3000)
    request.destroy()
    await expect.poll(() => offsetOf(ravi, url)).toEqual({ status: 200, offset: '3000' })
    await patch(ravi, url, 3000, photo.subarray(3000))
    expect(await stored(ravi, photo)).toEqual(photo)
  })

  test('continue after the acknowledged bytes when a power cut left zeros behind them', async () => {
    const url = await create(ravi, photo.length)
    await patch(ravi, url, 0, photo.subarray(0, 1000))
    const { uploadsFolder, now } = server.deps
    await appendFile(partOf(url), Buffer.alloc(500))
    await appendFile(`${partOf(url)}.ends`, '0000')
    await new PartialUploads(uploadsFolder, now).dropUnsynced()
    expect(await offsetOf(ravi, url)).toEqual({ status: 200, offset: '1000' })
    await patch(ravi, url, 1000, photo.subarray(1000))
    expect(await stored(ravi, photo)).toEqual(photo)
  })

  test('store a bounded number of offsets, and continue after the last acknowledged byte', async () => {
    const url = await create(ravi, photo.length)
    for (let offset = 0; offset < 1_500; offset += 10)
      await patch(ravi, url, offset, photo.subarray(offset, offset + 10))
    expect(await sizeOnDisk(`${url}.ends`)).toBeLessThan(1_000)
    const { uploadsFolder, now } = server.deps
    await appendFile(partOf(url), Buffer.alloc(500))
    await new PartialUploads(uploadsFolder, now).dropUnsynced()
    expect(await offsetOf(ravi, url)).toEqual({ status: 200, offset: '1500' })
    await patch(ravi, url, 1_500, photo.subarray(1_500))
    expect(await stored(ravi, photo)).toEqual(photo)
  })

  test('do not wait for an old connection that is still open', async () => {
    const url = await create(ravi, photo.length)
    const request = await beginPart(url, 2000)
    expect(await offsetOf(ravi, url)).toEqual({ status: 200, offset: '2000' })
    expect((await patch(ravi, url, 2000, photo.subarray(2000))).status).toBe(204)
    request.destroy()
    expect(await stored(ravi, photo)).toEqual(photo)
  })

  test('store one photo when the same photo arrives twice at once', async () => {
    const urls = [await create(ravi, photo.length), await create(ravi, photo.length)]
    const answers = await Promise.all(urls.map((url) => patch(ravi, url, 0, photo)))
    expect(answers.map(({ headers }) => headers['content-location'])).toEqual([
      urlOf(photo),
      urlOf(photo),
    ])
    const rows = await server.deps.db.select().from(photos)
    expect(rows.filter(({ hash }) => hash === hashOf(photo))).toHaveLength(1)
    expect(await partsLeft()).toEqual([])
  })

  test('list the supported extensions', async () => {
    const { status, headers } = await call(ravi, 'OPTIONS', UPLOADS, { headers: {} })
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination',
      'tus-max-size': String(MAX_PHOTO_BYTES),
    })
  })

  test('give other sites no permission', async () => {
    const url = await create(ravi, photo.length)
    const answers = [
      await call(ravi, 'OPTIONS', url),
      await patch(ravi, url, 7, photo),
      await patch(ravi, url, 0, photo),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 409, 204])
    const names = answers.flatMap(({ headers }) => Object.keys(headers))
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test('are logged with the pattern of their route', async () => {
    server.takeLog()
    const url = await create(ravi, photo.length)
    await call(ravi, 'DELETE', url)
    const lines = server.takeLog().map((line) => line.replace(/ \d+ ms$/, ''))
    expect(lines).toEqual(['POST /api/uploads 201', 'DELETE /api/uploads/:id 204'])
  })

  test('that could not be stored are stored at the next try, and never acknowledged before', async () => {
    const url = await create(ravi, photo.length)
    const full = vi.spyOn(server.deps.photoStore, 'put').mockRejectedValue(new Error('disk full'))
    expect(await patch(ravi, url, 0, photo)).toMatchObject(tusRefusal(500, 'internal'))
    expect((await offsetOf(ravi, url)).status).toBe(500)
    expect(server.takeErrors()).toContain('PATCH /api/uploads/:id failed')
    full.mockRestore()
    // The upload is complete, so this request stores the photo and then deletes the upload.
    expect((await offsetOf(ravi, url)).status).toBe(404)
    expect(await stored(ravi, photo)).toEqual(photo)
    expect(await partsLeft()).toEqual([])
  })

  test('whose photo finds the disk full are `unavailable`, and stored when there is space', async () => {
    const url = await create(ravi, photo.length)
    const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const full = vi.spyOn(server.deps.photoStore, 'put').mockRejectedValue(noSpace)
    expect(await patch(ravi, url, 0, photo)).toMatchObject({
      ...tusRefusal(503, 'unavailable'),
      headers: { 'retry-after': '60' },
    })
    expect(server.takeErrors()).toContain('PATCH /api/uploads/:id failed')
    full.mockRestore()
    expect((await offsetOf(ravi, url)).status).toBe(404)
    expect(await stored(ravi, photo)).toEqual(photo)
  })

  test('have a receipt with the hash of the stored bytes', async () => {
    const url = await create(ravi, photo.length)
    await patch(ravi, url, 0, photo)
    const receipt = () => ravi.get(`${urlOf(photo)}/receipt`)
    const data = { url: urlOf(photo), sha256: hashOf(photo), bytes: photo.length }
    expect(await receipt()).toMatchObject({ status: 200, body: { success: true, data } })
    expect((await lakshmi.get(`${urlOf(photo)}/receipt`)).status).toBe(404)
    // The receipt has the hash of the stored bytes, not of the name.
    await server.deps.photoStore.put({ hash: hashOf(photo), type: 'image/jpeg' }, Buffer.from('x'))
    expect(await receipt()).toMatchObject({ body: { data: { sha256: hashOf(Buffer.from('x')) } } })
  })
})
