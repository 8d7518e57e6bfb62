import { type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { uploadParts, uploads } from '../../src/db/schema.ts'
import { createDeps } from '../../src/deps.ts'
import { silentLog } from '../../src/log.ts'
import { hashOf } from '../../src/photos/service.ts'
import { UPLOAD_LIFE_MS } from '../../src/photos/uploads/partial-uploads.ts'
import { FROM_OUR_PAGE, type Client } from '../setup/client.ts'
import { LAKSHMI, RAVI, storeRunners } from '../fixtures/records.ts'
import { startObjectServer } from '../setup/object-server.ts'
import { useServer } from '../setup/server.ts'
import { newPhoto, PART, TUS, tusRefusal, uploadCalls, UPLOADS } from '../fixtures/upload-calls.ts'

const bucket = await startObjectServer()
afterAll(() => bucket.close())

describe('photos of several servers in one bucket', () => {
  const server = useServer('postgres', { ...bucket.env, RUNNER_CALLS_PER_MINUTE: '0' })
  let otherApp: FastifyInstance
  let otherFolder: string
  let ravi: Client
  let photo: Buffer

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    otherFolder = await mkdtemp(join(tmpdir(), 'veni-other-'))
    const config = readConfig({ ...server.env, DATA_DIR: otherFolder })
    otherApp = await buildApp(createDeps(config, server.deps.db, silentLog))
  })
  afterAll(async () => {
    await otherApp.close()
    await rm(otherFolder, { recursive: true })
  })
  beforeEach(async () => {
    photo = await newPhoto()
    bucket.objects.clear()
  })

  const one = uploadCalls(() => server.app)
  const other = uploadCalls(() => otherApp)
  const urlOf = (bytes: Buffer) => `/api/images/${hashOf(bytes)}.jpg`
  const nameOf = (bytes: Buffer) => `photos/${hashOf(bytes)}.jpg`
  const storedNames = () => [...bucket.objects.keys()]
  const idOf = (url: string) => url.replace(`${UPLOADS}/`, '')
  const countRows = async (table: typeof uploads | typeof uploadParts) =>
    (await server.deps.db.select({ rows: count() }).from(table))[0]?.rows
  const receiptAt = async (app: FastifyInstance) => {
    const { statusCode, payload } = await app.inject({
      url: `${urlOf(photo)}/receipt`,
      headers: { cookie: ravi.cookie },
    })
    return { status: statusCode, body: JSON.parse(payload) as object }
  }

  test('an upload begins at one server, goes on at the other, and both have the photo', async () => {
    const url = await one.create(ravi, photo.length)
    const first = await other.patch(ravi, url, 0, photo.subarray(0, 1000))
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '1000' } })
    expect(await one.offsetOf(ravi, url)).toEqual({ status: 200, offset: '1000' })
    const last = await one.patch(ravi, url, 1000, photo.subarray(1000))
    expect(last).toMatchObject({ status: 204, headers: { 'content-location': urlOf(photo) } })
    for (const app of [server.app, otherApp])
      expect(await receiptAt(app)).toMatchObject({
        status: 200,
        body: { data: { sha256: hashOf(photo), bytes: photo.length } },
      })
    const shown = await otherApp.inject({ url: urlOf(photo), headers: { cookie: ravi.cookie } })
    expect(shown.statusCode).toBe(200)
    expect(storedNames().toSorted()).toEqual([
      nameOf(photo),
      nameOf(photo).replace('photos', 'shown-photos'),
    ])
    expect(bucket.objects.get(nameOf(photo))).toEqual(photo)
    expect((await other.offsetOf(ravi, url)).status).toBe(404)
    expect([await countRows(uploads), await countRows(uploadParts)]).toEqual([0, 0])
    // Nothing of a photo is in a data folder.
    for (const folder of [server.deps.config.dataDir, otherFolder])
      expect(await readdir(folder)).not.toContain('photos')
  })

  test('of two requests at one offset at two servers, one is stored and the other refused', async () => {
    const url = await one.create(ravi, photo.length)
    const answers = await Promise.all([
      one.patch(ravi, url, 0, photo.subarray(0, 3000)),
      other.patch(ravi, url, 0, photo.subarray(0, 2000)),
    ])
    expect(answers.map(({ status }) => status)).toSatisfy(
      (statuses: number[]) => statuses.includes(204) && statuses.includes(409),
    )
    const { offset } = await other.offsetOf(ravi, url)
    const end = Number(offset)
    expect([2000, 3000]).toContain(end)
    // The object of the refused one is gone.
    expect(storedNames()).toHaveLength(1)
    await other.patch(ravi, url, end, photo.subarray(end))
    expect(bucket.objects.get(nameOf(photo))).toEqual(photo)
  })

  test('an upload goes on after the bytes that arrived before the connection broke', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const url = await one.create(ravi, photo.length)
    const sent = { ...PART, cookie: ravi.cookie, 'upload-offset': '0' }
    const headers = { ...FROM_OUR_PAGE, ...sent, 'content-length': photo.length }
    const options = { host: '127.0.0.1', port, path: url, method: 'PATCH', headers }
    const request = httpRequest(options)
    request.on('error', () => undefined)
    let received: IncomingMessage | undefined
    server.app.server.once('request', (message) => (received = message))
    request.write(photo.subarray(0, 3000))
    await expect.poll(() => received?.readableDidRead).toBe(true)
    request.destroy()
    await expect.poll(() => other.offsetOf(ravi, url)).toEqual({ status: 200, offset: '3000' })
    await other.patch(ravi, url, 3000, photo.subarray(3000))
    expect(bucket.objects.get(nameOf(photo))).toEqual(photo)
  })

  test('nothing is acknowledged while the store does not answer, and nothing is lost', async () => {
    const url = await one.create(ravi, photo.length)
    await one.patch(ravi, url, 0, photo.subarray(0, 1000))
    bucket.failures.push(503, 503, 503, 503)
    const refused = await one.patch(ravi, url, 1000, photo.subarray(1000))
    expect(refused).toMatchObject({ ...tusRefusal(503, 'unavailable') })
    expect(refused.headers['retry-after']).toBe('5')
    expect(await one.offsetOf(ravi, url)).toEqual({ status: 200, offset: '1000' })
    // The bytes are stored, and the photo is not: the next question stores it before it is answered.
    vi.spyOn(server.deps.photoStore, 'put').mockRejectedValueOnce(new Error('lost'))
    expect((await one.patch(ravi, url, 1000, photo.subarray(1000))).status).toBe(500)
    expect(server.takeErrors()).toHaveLength(2)
    expect((await other.offsetOf(ravi, url)).status).toBe(404)
    expect(await receiptAt(server.app)).toMatchObject({ status: 200 })
  })

  test('a photo that the store has lost is no receipt', async () => {
    const url = await one.create(ravi, photo.length)
    await one.patch(ravi, url, 0, photo)
    bucket.objects.delete(nameOf(photo))
    expect(await receiptAt(otherApp)).toMatchObject({ status: 404 })
  })

  test('an upload whose bytes the store has lost begins again', async () => {
    const url = await one.create(ravi, photo.length)
    await one.patch(ravi, url, 0, photo.subarray(0, 1000))
    bucket.objects.clear()
    expect((await one.patch(ravi, url, 1000, photo.subarray(1000))).status).toBe(404)
  })

  test('bytes that are no photo are refused, and nothing of them stays', async () => {
    const url = await one.create(ravi, 3000)
    expect(await other.patch(ravi, url, 0, Buffer.alloc(3000))).toMatchObject(
      tusRefusal(415, 'wrong-type'),
    )
    expect(storedNames()).toEqual([])
    expect((await one.offsetOf(ravi, url)).status).toBe(404)
  })

  test('a phone ends its upload at the other server', async () => {
    const url = await one.create(ravi, photo.length)
    await one.patch(ravi, url, 0, photo.subarray(0, 1000))
    expect((await other.call(ravi, 'DELETE', url)).status).toBe(204)
    expect(storedNames()).toEqual([])
    expect((await one.offsetOf(ravi, url)).status).toBe(404)
  })

  test('another runner does not find an upload, and an unknown one is not found', async () => {
    const url = await one.create(ravi, photo.length)
    const lakshmi = await server.signIn(LAKSHMI.phone)
    expect((await other.offsetOf(lakshmi, url)).status).toBe(404)
    const unknown = `${UPLOADS}/${RAVI.id}-${'0'.repeat(32)}`
    expect((await one.patch(ravi, unknown, 0, photo)).status).toBe(404)
    expect(storedNames()).toEqual([])
  })

  test('an upload has at most its announced bytes', async () => {
    const url = await one.create(ravi, 1000)
    expect((await one.patch(ravi, url, 0, photo.subarray(0, 2000))).status).toBe(413)
  })

  test('a runner has at most twenty uploads, and the one with the oldest byte goes first', async () => {
    await server.deps.db.delete(uploads)
    const urls: string[] = []
    for (let at = 0; at < 20; at += 1) urls.push(await one.create(ravi, photo.length))
    const [oldest = '', second = ''] = urls
    const set = (url: string, hours: number) =>
      server.deps.db
        .update(uploads)
        .set({ lastByteAt: new Date(Date.now() - hours * 3_600_000) })
        .where(eq(uploads.id, idOf(url)))
    await set(oldest, 1)
    await set(second, 2)
    await one.patch(ravi, second, 0, photo.subarray(0, 1000))
    await other.create(ravi, photo.length)
    expect((await one.offsetOf(ravi, oldest)).status).toBe(404)
    expect(await one.offsetOf(ravi, second)).toEqual({ status: 200, offset: '1000' })
  })

  test('an upload without a new byte for a week is gone, with its bytes', async () => {
    await server.deps.db.delete(uploads)
    const [left, going] = [
      await one.create(ravi, photo.length),
      await one.create(ravi, photo.length),
    ]
    for (const url of [left, going]) await one.patch(ravi, url, 0, photo.subarray(0, 1000))
    await server.deps.db
      .update(uploads)
      .set({ lastByteAt: new Date(Date.now() - UPLOAD_LIFE_MS - 1_000) })
      .where(eq(uploads.id, idOf(left)))
    const headers = { ...TUS, 'upload-offset': '1000' }
    expect((await other.call(ravi, 'HEAD', left, { headers })).status).toBe(410)
    const config = readConfig({ ...server.env, DATA_DIR: otherFolder })
    const started = await buildApp(createDeps(config, server.deps.db, silentLog))
    await started.ready()
    expect(storedNames()).toHaveLength(1)
    expect((await one.offsetOf(ravi, left)).status).toBe(404)
    expect(await one.offsetOf(ravi, going)).toEqual({ status: 200, offset: '1000' })
    await started.close()
  })
})
