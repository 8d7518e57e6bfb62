import { openDB, type IDBPDatabase } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforePut } from '../../test/before-put.ts'
import { makeUnreadable } from '../../test/unreadable-photo.ts'
import type { StorageBuckets } from './bucket.ts'
import { moveDefaults, type OldStorage, type Target } from './move-defaults.ts'

const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets }
const name = 'move-rows'
const old: OldStorage = {
  indexedDB,
  findCaches: () => caches,
  databaseName: name,
  cacheName: name,
  locks: undefined,
}

const clear = async () => {
  vi.restoreAllMocks()
  await storageBuckets.delete(name)
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  await caches.delete(name)
}

let bucket: Target
beforeEach(async () => {
  await clear()
  vi.spyOn(console, 'warn').mockReturnValue()
  bucket = await storageBuckets.open(name)
})
afterEach(clear)

type Rows = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Stores rows as an older release did, and copies of rows. */
async function storeOld(rows: Rows, copies: Readonly<Record<string, string>> = {}) {
  const database = await openDB(name, 1, {
    upgrade: (created) => Object.keys(rows).forEach((store) => created.createObjectStore(store)),
  })
  for (const [store, entries] of Object.entries(rows))
    for (const [key, row] of Object.entries(entries)) await database.put(store, row, key)
  database.close()
  const cache = await caches.open(name)
  for (const [path, text] of Object.entries(copies))
    await cache.put(`/second-copy/${path}`, new Response(`${text}\n`))
}

/** The rows of a database as "store/key". */
async function listRows(factory: IDBFactory): Promise<Readonly<Record<string, unknown>>> {
  const opening = factory.open(name)
  await new Promise((resolve) => (opening.onsuccess = resolve))
  const database = opening.result
  const rows: Record<string, unknown> = {}
  for (const store of database.objectStoreNames) {
    const cursor = database.transaction(store).objectStore(store).openCursor()
    await new Promise<void>((resolve) => {
      cursor.onsuccess = () => {
        if (!cursor.result) return resolve()
        rows[`${store}/${cursor.result.key as string}`] = cursor.result.value
        cursor.result.continue()
      }
    })
  }
  database.close()
  return rows
}

const copyIn = async (from: CacheStorage | undefined, path: string) =>
  (await (await from?.open(name))?.match(`/second-copy/${path}`))?.text()

/** The next writes of a row fail in this way. */
function failPuts(times: number, error: DOMException): void {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  for (let at = 0; at < times; at += 1)
    put.mockImplementationOnce(() => {
      throw error
    })
}
const full = () => new DOMException('The disk is full', 'QuotaExceededError')

test('rows move on a phone without locks and without Cache Storage, and the reserve does not', async () => {
  await storeOld({
    visits: { v1: { version: 1 } },
    snapshots: { spare: new Uint8Array([1]), b: 1 },
  })
  const without = { ...old, findCaches: () => undefined }
  expect(await moveDefaults({ indexedDB: bucket.indexedDB, caches: undefined }, without)).toBe(true)
  expect(await listRows(bucket.indexedDB)).toEqual({
    'visits/v1': { version: 1 },
    'snapshots/b': 1,
  })
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name)
})

test('a failure that no free space mends deletes nothing, and leaves the row where it is', async () => {
  await storeOld({ visits: { v1: { version: 1 } }, snapshots: { '9|customers': 1 } })
  failPuts(1, new DOMException('Internal error', 'UnknownError'))
  await expect(moveDefaults(bucket, old)).rejects.toThrow('Internal error')
  expect(await listRows(indexedDB)).toEqual({
    'visits/v1': { version: 1 },
    'snapshots/9|customers': 1,
  })
})

test('a row that was deleted to make space does not move', async () => {
  await storeOld({ snapshots: { '9|customers': 1, '9|hair-prices': 2 } })
  failPuts(1, full())
  expect(await moveDefaults(bucket, old)).toBe(true)
  expect(await listRows(bucket.indexedDB)).toStrictEqual({ 'snapshots/9|hair-prices': 2 })
})

test('space is made from the copies of photos that can be read, and the others keep their copies', async () => {
  const photos = { p1: {}, p2: {} }
  const copies = { 'photos/p1': '{}', 'photos/p2': '{}' }
  await storeOld({ visits: { v1: { version: 1 } }, photos }, copies)
  makeUnreadable('p1')
  failPuts(2, full())
  expect(await moveDefaults(bucket, old)).toBe(false)
  expect(await copyIn(caches, 'photos/p1')).toBe('{}\n')
  expect(await copyIn(caches, 'photos/p2')).toBeUndefined()
})

test('a row that a tab of the older release changes meanwhile is moved with the same move', async () => {
  await storeOld({ visits: { v1: { version: 1 } } })
  const otherTab = await openDB(name, undefined, { blocking: () => otherTab.close() })
  const end = beforePut(() => {
    end()
    // Begun before the move deletes the old row, so it is done before that.
    void otherTab.put('visits', { version: 2 }, 'v1')
  })
  expect(await moveDefaults(bucket, old)).toBe(true)
  expect(await listRows(bucket.indexedDB)).toEqual({ 'visits/v1': { version: 2 } })
})

test('a tab that upgrades the old database ends a move, and the next start goes on with it', async () => {
  const visits = { v1: { version: 1 }, v2: { version: 2 } }
  await storeOld({ visits })
  let upgrading: Promise<IDBPDatabase> | undefined
  const end = beforePut(() => {
    end()
    upgrading = openDB(name, 100)
  })
  const closed = expect.objectContaining({ name: 'InvalidStateError' })
  await expect(moveDefaults(bucket, old)).rejects.toThrow(closed)
  const upgraded = await upgrading
  expect(upgraded?.version).toBe(100)
  upgraded?.close()
  expect(await moveDefaults(bucket, old)).toBe(true)
  expect(await listRows(bucket.indexedDB)).toEqual({
    'visits/v1': visits.v1,
    'visits/v2': visits.v2,
  })
})

test('a row that the browser fails to read for another reason stays, with its copy', async () => {
  await storeOld({ visits: { v1: { version: 1 } } }, { 'visits/v1': '{"version":1}' })
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  await expect(moveDefaults(bucket, old)).rejects.toThrow('Internal error')
  expect(await listRows(indexedDB)).toEqual({ 'visits/v1': { version: 1 } })
  expect(await copyIn(caches, 'visits/v1')).toBeDefined()
})

test('a copy that the bucket has already is not replaced by an old one', async () => {
  await storeOld({}, { 'visits/lost': '{"version":1}', 'visits/other': '{"version":3}' })
  const own = await bucket.caches?.open(name)
  await own?.put('/second-copy/visits/lost', new Response('{"version":2}\n'))
  expect(await moveDefaults(bucket, old)).toBe(true)
  expect(await copyIn(bucket.caches, 'visits/lost')).toBe('{"version":2}\n')
  expect(await copyIn(bucket.caches, 'visits/other')).toBe('{"version":3}\n')
  expect(await caches.has(name)).toBe(false)
})

test.each(['NotReadableError', 'DataError'])(
  'a row whose bytes are lost (%s) comes back from its copy',
  async (lost) => {
    await storeOld({ visits: { v1: { version: 1 } } }, { 'visits/v1': '{"version":1}' })
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(() => {
      throw new DOMException('Failed to read large value', lost)
    })
    expect(await moveDefaults(bucket, old)).toBe(true)
    expect(await listRows(bucket.indexedDB)).toEqual({})
    expect(await copyIn(bucket.caches, 'visits/v1')).toBe('{"version":1}\n')
  },
)
