import { type IncomingMessage, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir } from 'node:fs/promises'
import { count, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { selectRows } from '../../src/db/client.ts'
import { photos, uploadParts, uploads } from '../../src/db/schema.ts'
import { hashOf } from '../../src/photos/service.ts'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { LAKSHMI, RAVI } from '../fixtures/records.ts'
import { startObjectServer } from '../setup/object-server.ts'
import { newPhoto, PART, tusRefusal, UPLOADS } from '../fixtures/upload-calls.ts'
import { nameOf, urlOf, useTwoServers } from './two-servers.ts'

const bucket = await startObjectServer()
afterAll(() => bucket.close())

describe('photos of several servers in one bucket', () => {
  const servers = useTwoServers(bucket)
  const { server, one, other, storedNames } = servers

  let photo: Buffer
  beforeEach(async () => {
    photo = await newPhoto()
    bucket.objects.clear()
  })

  const countRows = async (table: typeof uploads | typeof uploadParts) =>
    (await server.deps.db.select({ rows: count() }).from(table))[0]?.rows
  const receiptAt = async (app: FastifyInstance) => {
    const { statusCode, payload } = await app.inject({
      url: `${urlOf(photo)}/receipt`,
      headers: { cookie: servers.ravi.cookie },
    })
    return { status: statusCode, body: JSON.parse(payload) as object }
  }

  test('an upload begins at one server, goes on at the other, and both have the photo', async () => {
    const url = await one.create(servers.ravi, photo.length)
    const first = await other.patch(servers.ravi, url, 0, photo.subarray(0, 1000))
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '1000' } })
    expect(await one.offsetOf(servers.ravi, url)).toEqual({ status: 200, offset: '1000' })
    const last = await one.patch(servers.ravi, url, 1000, photo.subarray(1000))
    expect(last).toMatchObject({ status: 204, headers: { 'content-location': urlOf(photo) } })
    for (const app of [server.app, servers.otherApp])
      expect(await receiptAt(app)).toMatchObject({
        status: 200,
        body: { data: { sha256: hashOf(photo), bytes: photo.length } },
      })
    const shown = await servers.otherApp.inject({
      url: urlOf(photo),
      headers: { cookie: servers.ravi.cookie },
    })
    expect(shown.statusCode).toBe(200)
    expect(storedNames().toSorted()).toEqual([
      nameOf(photo),
      nameOf(photo).replace('photos', 'shown-photos'),
    ])
    expect(bucket.objects.get(nameOf(photo))).toEqual(photo)
    expect((await other.offsetOf(servers.ravi, url)).status).toBe(404)
    expect([await countRows(uploads), await countRows(uploadParts)]).toEqual([0, 0])
    // Nothing of a photo is in a data folder.
    for (const folder of servers.folders) expect(await readdir(folder)).not.toContain('photos')
  })

  test('of two requests at one offset at two servers, one is stored and the other refused', async () => {
    const url = await one.create(servers.ravi, photo.length)
    const answers = await Promise.all([
      one.patch(servers.ravi, url, 0, photo.subarray(0, 3000)),
      other.patch(servers.ravi, url, 0, photo.subarray(0, 2000)),
    ])
    expect(answers.map(({ status }) => status)).toSatisfy(
      (statuses: number[]) => statuses.includes(204) && statuses.includes(409),
    )
    const { offset } = await other.offsetOf(servers.ravi, url)
    const end = Number(offset)
    expect([2000, 3000]).toContain(end)
    // The object of the refused one is gone.
    expect(storedNames()).toHaveLength(1)
    await other.patch(servers.ravi, url, end, photo.subarray(end))
    expect(bucket.objects.get(nameOf(photo))).toEqual(photo)
  })

  test('an upload goes on after the bytes that arrived before the connection broke', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const url = await one.create(servers.ravi, photo.length)
    const sent = { ...PART, cookie: servers.ravi.cookie, 'upload-offset': '0' }
    const headers = { ...FROM_OUR_PAGE, ...sent, 'content-length': photo.length }
    const options = { host: '127.0.0.1', port, path: url, method: 'PATCH', headers }
    const request = httpRequest(options)
    request.on('error', () => undefined)
    let received: IncomingMessage | undefined
    server.app.server.once('request', (message) => (received = message))
    request.write(photo.subarray(0, 3000))
    await expect.poll(() => received?.readableDidRead).toBe(true)
    request.destroy()
    await expect
      .poll(() => other.offsetOf(servers.ravi, url))
      .toEqual({ status: 200, offset: '3000' })
    await other.patch(servers.ravi, url, 3000, photo.subarray(3000))
    expect(bucket.objects.get(nameOf(photo))).toEqual(photo)
  })

  test('nothing is acknowledged while the store does not answer, and nothing is lost', async () => {
    const url = await one.create(servers.ravi, photo.length)
    await one.patch(servers.ravi, url, 0, photo.subarray(0, 1000))
    bucket.failures.push(503, 503, 503)
    const refused = await one.patch(servers.ravi, url, 1000, photo.subarray(1000))
    expect(refused).toMatchObject({ ...tusRefusal(503, 'unavailable') })
    expect(refused.headers['retry-after']).toBe('5')
    expect(server.takeErrors()).toMatchObject([
      'PATCH /api/uploads/:id failed',
      { message: 'PUT: it was answered 503: SlowDown' },
    ])
    expect(await one.offsetOf(servers.ravi, url)).toEqual({ status: 200, offset: '1000' })
    // The bytes are stored, and the photo is not: the next question stores it before it is answered.
    vi.spyOn(server.deps.photoStore, 'put').mockRejectedValueOnce(new Error('lost'))
    expect((await one.patch(servers.ravi, url, 1000, photo.subarray(1000))).status).toBe(500)
    expect(server.takeErrors()).toHaveLength(2)
    expect((await other.offsetOf(servers.ravi, url)).status).toBe(404)
    expect(await receiptAt(server.app)).toMatchObject({ status: 200 })
  })

  test('no connection of the database waits while the store is asked for a photo', async () => {
    const { photoStore, db } = server.deps
    const waiting: unknown[] = []
    const size = vi.spyOn(photoStore, 'size').mockImplementation(async () => {
      const found = sql`select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`
      waiting.push(...(await selectRows(db, found)))
      return photo.length
    })
    const url = await one.create(servers.ravi, photo.length)
    expect((await one.patch(servers.ravi, url, 0, photo)).status).toBe(204)
    expect(size).toHaveBeenCalledOnce()
    expect(waiting).toEqual([])
  })

  const storeAfter = async (erase: () => Promise<unknown>) => {
    vi.spyOn(server.deps.photoStore, 'size').mockImplementationOnce(async () => {
      bucket.objects.delete(nameOf(photo))
      await erase()
      return undefined
    })
    const url = await one.create(servers.ravi, photo.length)
    expect((await one.patch(servers.ravi, url, 0, photo)).status).toBe(204)
    return bucket.objects.has(nameOf(photo))
  }

  test('a photo comes back that an erase has deleted of another runner, and none that it has deleted of this one', async () => {
    expect(await storeAfter(async () => undefined)).toBe(true)
    photo = await newPhoto()
    const erase = () => server.deps.db.delete(photos).where(eq(photos.hash, hashOf(photo)))
    expect(await storeAfter(async () => void (await erase()))).toBe(false)
  })

  test('a photo that the store has lost is no receipt', async () => {
    const url = await one.create(servers.ravi, photo.length)
    await one.patch(servers.ravi, url, 0, photo)
    bucket.objects.delete(nameOf(photo))
    expect(await receiptAt(servers.otherApp)).toMatchObject({ status: 404 })
  })

  test('an upload whose bytes the store has lost begins again', async () => {
    const url = await one.create(servers.ravi, photo.length)
    await one.patch(servers.ravi, url, 0, photo.subarray(0, 1000))
    bucket.objects.clear()
    expect((await one.patch(servers.ravi, url, 1000, photo.subarray(1000))).status).toBe(404)
  })

  test('an upload begins again when the bucket has lost some bytes of one of its parts', async () => {
    const before = await countRows(uploads)
    const url = await one.create(servers.ravi, photo.length)
    await one.patch(servers.ravi, url, 0, photo.subarray(0, 1000))
    const [name = ''] = storedNames()
    bucket.objects.set(name, photo.subarray(0, 900))
    expect((await one.patch(servers.ravi, url, 1000, photo.subarray(1000))).status).toBe(404)
    expect([await countRows(uploads), storedNames()]).toEqual([before, []])
  })

  test('bytes that are no photo are refused, and nothing of them stays', async () => {
    const url = await one.create(servers.ravi, 3000)
    expect(await other.patch(servers.ravi, url, 0, Buffer.alloc(3000))).toMatchObject(
      tusRefusal(415, 'wrong-type'),
    )
    expect(storedNames()).toEqual([])
    expect((await one.offsetOf(servers.ravi, url)).status).toBe(404)
  })

  test('a phone ends its upload at the other server', async () => {
    const url = await one.create(servers.ravi, photo.length)
    await one.patch(servers.ravi, url, 0, photo.subarray(0, 1000))
    expect((await other.call(servers.ravi, 'DELETE', url)).status).toBe(204)
    expect(storedNames()).toEqual([])
    expect((await one.offsetOf(servers.ravi, url)).status).toBe(404)
  })

  test('another runner does not find an upload, and an unknown one is not found', async () => {
    const url = await one.create(servers.ravi, photo.length)
    const lakshmi = await server.signIn(LAKSHMI.phone)
    expect((await other.offsetOf(lakshmi, url)).status).toBe(404)
    const unknown = `${UPLOADS}/${RAVI.id}-${'0'.repeat(32)}`
    expect((await one.patch(servers.ravi, unknown, 0, photo)).status).toBe(404)
    expect(storedNames()).toEqual([])
  })
})
