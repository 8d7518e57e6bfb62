import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { photos, uploads } from '../../src/db/schema.ts'
import { ObjectStoreUnavailable } from '../../src/errors.ts'
import { hashOf } from '../../src/photos/service.ts'
import { ObjectUploads } from '../../src/photos/uploads/object-uploads.ts'
import { UPLOAD_LIFE_MS } from '../../src/photos/uploads/partial-uploads.ts'
import { verifyPhotos } from '../../src/photos/verify-photos.ts'
import { startObjectServer } from '../setup/object-server.ts'
import { newPhoto, TUS, uploadCalls, UPLOADS } from '../fixtures/upload-calls.ts'
import { idOf, nameOf, useTwoServers } from './two-servers.ts'

const bucket = await startObjectServer()
afterAll(() => bucket.close())

describe('the bounds of photos in a bucket', () => {
  const servers = useTwoServers(bucket)
  const { server, one, other, storedNames } = servers

  let photo: Buffer
  beforeEach(async () => {
    photo = await newPhoto()
    bucket.objects.clear()
  })

  test('parts that arrive at once need at most so much memory, and are refused above it', async () => {
    const { db, now } = server.deps
    const parts = new ObjectUploads({ db, objects: server.deps.objects!, now, mostBytes: 3000 })
    const urls = [await one.create(servers.ravi, 4000), await one.create(servers.ravi, 4000)]
    const write = (url: string, bytes: number) =>
      parts.write(Readable.from([photo.subarray(0, bytes)]), idOf(url), 0)
    await expect(write(urls[0]!, 3001)).rejects.toMatchObject({ code: 'unavailable' })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    async function* sendSlowly() {
      yield photo.subarray(0, 2000)
      await held
    }
    const slow = parts.write(Readable.from(sendSlowly()), idOf(urls[0]!), 0)
    await expect.poll(() => parts.bytesInMemory).toBe(2000)
    await expect(write(urls[1]!, 2000)).rejects.toMatchObject({ code: 'unavailable' })
    release()
    expect(await slow).toBe(2000)
    expect(await write(urls[1]!, 2000)).toBe(2000)
    expect(parts.bytesInMemory).toBe(0)
  })

  test('an upload of a hundred parts begins again', async () => {
    const url = await one.create(servers.ravi, photo.length)
    for (let at = 0; at < 100; at += 1)
      expect((await one.patch(servers.ravi, url, at, photo.subarray(at, at + 1))).status).toBe(204)
    expect((await one.patch(servers.ravi, url, 100, photo.subarray(100))).status).toBe(410)
    expect((await other.offsetOf(servers.ravi, url)).status).toBe(404)
    expect(storedNames()).toEqual([])
  })

  test('no photo is called lost while the store does not answer', async () => {
    const url = await one.create(servers.ravi, photo.length)
    await one.patch(servers.ravi, url, 0, photo)
    const verify = () => verifyPhotos(server.deps, () => undefined)
    for (const failures of [[403], [0, 0, 0]]) {
      bucket.failures.push(...failures)
      await expect(verify()).rejects.toThrow(ObjectStoreUnavailable)
    }
    const rows = await server.deps.db
      .select()
      .from(photos)
      .where(eq(photos.hash, hashOf(photo)))
    expect(rows).toMatchObject([{ lostAt: null }])
    bucket.objects.delete(nameOf(photo))
    await verify()
    const [lost] = await server.deps.db
      .select()
      .from(photos)
      .where(eq(photos.hash, hashOf(photo)))
    expect(lost?.lostAt).toBeInstanceOf(Date)
  })

  test('an upload that another call has completed has no bytes: it is not found', async () => {
    const { db, now } = server.deps
    const parts = new ObjectUploads({ db, objects: server.deps.objects!, now })
    const url = await one.create(servers.ravi, photo.length)
    await one.patch(servers.ravi, url, 0, photo)
    await expect(parts.readBytes(idOf(url))).rejects.toMatchObject({ status_code: 404 })
    const names = storedNames()
    const late = parts.write(Readable.from([photo]), idOf(url), 0)
    await expect(late).rejects.toMatchObject({ status_code: 404 })
    expect(storedNames()).toEqual(names)
  })

  test('an upload has at most its announced bytes', async () => {
    const url = await one.create(servers.ravi, 1000)
    expect((await one.patch(servers.ravi, url, 0, photo.subarray(0, 2000))).status).toBe(413)
  })

  test('a runner has at most twenty uploads, and the one with the oldest byte goes first', async () => {
    await server.deps.db.delete(uploads)
    const urls: string[] = []
    for (let at = 0; at < 20; at += 1) urls.push(await one.create(servers.ravi, photo.length))
    const [oldest = '', second = ''] = urls
    const set = (url: string, hours: number) =>
      server.deps.db
        .update(uploads)
        .set({ lastByteAt: new Date(Date.now() - hours * 3_600_000) })
        .where(eq(uploads.id, idOf(url)))
    await set(oldest, 1)
    await set(second, 2)
    await one.patch(servers.ravi, second, 0, photo.subarray(0, 1000))
    await other.create(servers.ravi, photo.length)
    expect((await one.offsetOf(servers.ravi, oldest)).status).toBe(404)
    expect(await one.offsetOf(servers.ravi, second)).toEqual({ status: 200, offset: '1000' })
  })

  test('an upload without a new byte for a week is gone, with its bytes', async () => {
    await server.deps.db.delete(uploads)
    const [left, going] = [
      await one.create(servers.ravi, photo.length),
      await one.create(servers.ravi, photo.length),
    ]
    for (const url of [left, going]) await one.patch(servers.ravi, url, 0, photo.subarray(0, 1000))
    await server.deps.db
      .update(uploads)
      .set({ lastByteAt: new Date(Date.now() - UPLOAD_LIFE_MS - 1_000) })
      .where(eq(uploads.id, idOf(left)))
    const headers = { ...TUS, 'upload-offset': '1000' }
    expect((await other.call(servers.ravi, 'HEAD', left, { headers })).status).toBe(410)
    const started = await servers.build()
    await started.ready()
    expect(storedNames()).toHaveLength(1)
    expect((await one.offsetOf(servers.ravi, left)).status).toBe(404)
    expect(await one.offsetOf(servers.ravi, going)).toEqual({ status: 200, offset: '1000' })
    await started.close()
  })

  test('a server starts, and a phone begins an upload, while the store deletes nothing', async () => {
    await server.deps.db.delete(uploads)
    for (const _ of ['left at the start', 'left later']) {
      const left = await one.create(servers.ravi, photo.length)
      await one.patch(servers.ravi, left, 0, photo.subarray(0, 1000))
    }
    await server.deps.db.update(uploads).set({ lastByteAt: new Date(0) })
    const objects = { ...server.deps.objects!, delete: () => new Promise<never>(() => undefined) }
    const deps = { ...server.deps, objects }
    const started = await buildApp(deps)
    await started.ready()
    vi.spyOn(deps, 'now').mockReturnValue(new Date(Date.now() + 2 * 3_600_000))
    expect(await uploadCalls(() => started).create(servers.ravi, photo.length)).toMatch(UPLOADS)
    expect(await server.deps.db.$count(uploads)).toBe(1)
    await started.close()
  })
})
