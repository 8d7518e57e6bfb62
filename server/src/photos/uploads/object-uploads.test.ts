import { setImmediate as turn } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { ERRORS, Upload } from '@tus/server'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LAKSHMI, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { databaseKinds } from '../../../test/setup/databases.ts'
import { useServer } from '../../../test/setup/server.ts'
import { uploads } from '../../db/schema.ts'
import { ObjectStoreUnavailable } from '../../errors.ts'
import { ObjectUploads } from './object-uploads.ts'
import { MOST_UNFINISHED, UPLOAD_LIFE_MS } from './partial-uploads.ts'
import { listExpiredUploads, ownerOf } from './store.ts'

const SIZE = 3_000
const idOf = (runnerId: number, number: number) => `${runnerId}-${String(number).padStart(32, '0')}`
const id = idOf(RAVI.id, 1)
const missing = { status_code: 404 }

describe.each(databaseKinds)('incomplete uploads in a bucket (%s)', (kind) => {
  const server = useServer(kind)
  const bucket = new Map<string, Uint8Array>()
  let now = 0
  let mayDelete = true
  let parts: ObjectUploads
  beforeAll(() => storeRunners(server.deps.db))
  beforeEach(async () => {
    const { db } = server.deps
    await db.delete(uploads)
    bucket.clear()
    now = Date.UTC(2026, 10, 21)
    mayDelete = true
    parts = new ObjectUploads({
      db,
      now: () => new Date(now),
      mostBytes: SIZE,
      objects: {
        put: async (name, bytes) => void bucket.set(name, bytes),
        get: async (name) => bucket.get(name),
        size: async (name) => bucket.get(name)?.length,
        delete: async (name) => {
          if (!mayDelete) throw new ObjectStoreUnavailable('down')
          bucket.delete(name)
        },
      },
    })
  })

  const create = (name: string, upload: object = {}) =>
    parts.create(new Upload({ id: name, size: SIZE, offset: 0, ...upload }))
  const bytes = (length: number) => Buffer.alloc(length, length % 251)
  const write = (length: number, offset: number, name = id) =>
    parts.write(Readable.from([bytes(length)]), name, offset)
  const listIds = async () =>
    (await server.deps.db.select({ id: uploads.id }).from(uploads)).map((row) => row.id).toSorted()

  test('can be created, also with their first bytes, and ended', () => {
    expect(parts.extensions).toEqual(['creation', 'creation-with-upload', 'termination'])
  })

  test('have what the phone announced, and their bytes in their order', async () => {
    await create(id, { metadata: { filename: 'packet.jpg' } })
    await write(1_000, 0)
    await write(2_000, 1_000)
    const upload = await parts.getUpload(id)
    expect(upload).toMatchObject({
      id,
      size: SIZE,
      offset: SIZE,
      metadata: { filename: 'packet.jpg' },
    })
    expect(Date.parse(upload.creation_date ?? '')).toBeGreaterThan(0)
    expect(await parts.readBytes(id)).toEqual(Buffer.concat([bytes(1_000), bytes(2_000)]))
    const names = [...bucket.keys()].map((name) => name.replace(/-[0-9a-f-]{36}$/, ''))
    expect(names).toEqual([`uploads/${id}/0`, `uploads/${id}/1000`])
  })

  test('store nothing for a part without bytes, or behind the announced end', async () => {
    await create(id)
    expect(await write(0, 0)).toBe(0)
    await expect(write(1, 1)).rejects.toMatchObject({ status_code: 409 })
    await write(1_000, 0)
    await expect(write(2_001, 1_000)).rejects.toMatchObject({ status_code: 409 })
    expect(bucket.size).toBe(1)
    expect(await parts.getUpload(id)).toMatchObject({ offset: 1_000 })
  })

  test('store what has arrived when the phone has gone, and pass on why', async () => {
    await create(id)
    async function* breakOff() {
      yield bytes(1_000)
      await turn()
      throw new Error('aborted')
    }
    await expect(parts.write(Readable.from(breakOff()), id, 0)).rejects.toThrow('aborted')
    expect(await parts.getUpload(id)).toMatchObject({ offset: 1_000 })
    expect(parts.bytesInMemory).toBe(0)
  })

  test('take as many bytes at once as the memory permits', async () => {
    await create(id)
    expect(await write(SIZE, 0)).toBe(SIZE)
    const refused = write(SIZE + 1, 0)
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 })
    expect(parts.bytesInMemory).toBe(0)
  })

  test('begin again after a hundred parts', async () => {
    await create(id)
    for (let part = 0; part < 100; part += 1) await write(1, part)
    await expect(write(1, 100)).rejects.toMatchObject({ ...ERRORS.FILE_NO_LONGER_EXISTS })
    expect([await listIds(), bucket.size]).toEqual([[], 0])
  })

  test('are not found when they are of another runner, or of nobody', async () => {
    await create(id)
    for (const name of [idOf(RAVI.id, 2), idOf(LAKSHMI.id, 1), 'nobody']) {
      await expect(parts.getUpload(name)).rejects.toMatchObject(missing)
      await expect(parts.readBytes(name)).rejects.toMatchObject(missing)
      await expect(write(1, 0, name)).rejects.toMatchObject(missing)
      await parts.remove(name)
    }
    expect(bucket.size).toBe(0)
    expect(await listIds()).toEqual([id])
  })

  test.each([
    ['12-x', 12],
    ['x-12', 0],
    ['', 0],
    ['0-x', 0],
  ])('the owner of the id %j is %i', (name, owner) => {
    expect(ownerOf(name)).toBe(owner)
  })

  test('of the same moment are at most twenty for each runner', async () => {
    await create(idOf(LAKSHMI.id, 1))
    for (let number = 1; number <= MOST_UNFINISHED; number += 1) await create(idOf(RAVI.id, number))
    expect(await listIds()).toHaveLength(MOST_UNFINISHED + 1)
    await create(idOf(RAVI.id, 77))
    const left = await listIds()
    expect(left).toHaveLength(MOST_UNFINISHED + 1)
    expect(left).not.toContain(idOf(RAVI.id, 1))
    expect(left).toContain(idOf(LAKSHMI.id, 1))
  })

  test('live a week after their last byte', async () => {
    await create(id)
    await create(idOf(RAVI.id, 2))
    now += 1_000
    await write(1_000, 0)
    now += UPLOAD_LIFE_MS
    expect(await parts.getUpload(id)).toMatchObject({ offset: 1_000 })
    const other = parts.getUpload(idOf(RAVI.id, 2))
    await expect(other).rejects.toMatchObject({ ...ERRORS.FILE_NO_LONGER_EXISTS })
    expect(await parts.deleteExpired()).toBe(1)
    expect(await listIds()).toEqual([id])
    now += 1
    await expect(parts.getUpload(id)).rejects.toMatchObject({ ...ERRORS.FILE_NO_LONGER_EXISTS })
    expect(await parts.deleteExpired()).toBe(1)
    expect([bucket.size, await parts.deleteExpired()]).toEqual([0, 0])
  })

  test('live no longer when the clock was more than a week ahead and was set back', async () => {
    await create(id)
    now -= UPLOAD_LIFE_MS
    expect(await parts.getUpload(id)).toMatchObject({ offset: 0 })
    expect(await parts.deleteExpired()).toBe(0)
    now -= 1
    await expect(parts.getUpload(id)).rejects.toMatchObject({ ...ERRORS.FILE_NO_LONGER_EXISTS })
    expect(await parts.deleteExpired()).toBe(1)
    expect(await listIds()).toEqual([])
  })

  test('are listed from the oldest when many have expired', async () => {
    const { db } = server.deps
    for (const number of [1, 2, 3]) await create(idOf(RAVI.id, number))
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    for (const [number, day] of [
      [1, 3],
      [2, 1],
      [3, 2],
    ] as const)
      await db
        .update(uploads)
        .set({ lastByteAt: at(day) })
        .where(eq(uploads.id, idOf(RAVI.id, number)))
    const list = (day: number, most: number) =>
      listExpiredUploads(db, { since: at(day), until: at(30) }, most)
    expect(await list(3, 9)).toEqual([idOf(RAVI.id, 2), idOf(RAVI.id, 3)])
    expect(await list(4, 1)).toEqual([idOf(RAVI.id, 2)])
  })

  test('are removed also while the bucket deletes nothing', async () => {
    await create(id)
    await write(1_000, 0)
    mayDelete = false
    await parts.remove(id)
    expect(await listIds()).toEqual([])
    expect(bucket.size).toBe(1)
  })
})
