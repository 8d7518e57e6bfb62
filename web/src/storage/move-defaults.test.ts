import { openDB } from 'idb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { beforePut } from '../../test/before-put.ts'
import { makeUnreadable } from '../../test/unreadable-photo.ts'
import { createBucket, type StorageBuckets } from './bucket.ts'
import { openDatabase } from './database.ts'

const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets }
const name = 'moved'

const newBucket = () =>
  createBucket({
    buckets: storageBuckets,
    onPersistence: () => undefined,
    bucketName: 'test-work',
    databaseName: name,
    cacheName: name,
    indexedDB,
    findCaches: () => caches,
    locks: navigator.locks,
  })

beforeEach(() => {
  vi.restoreAllMocks()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

const clear = async () => {
  await storageBuckets.delete('test-work')
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
  await caches.delete(name)
}
beforeEach(clear)
afterEach(clear)

async function storeOld(): Promise<void> {
  const old = await openDB(name, 3, {
    upgrade: (database) => {
      for (const store of ['deals', 'newer']) database.createObjectStore(store)
    },
  })
  await old.put('deals', { bytes: new Uint8Array([1, 2]).buffer }, '1')
  await old.put('newer', 'of a newer release', '2')
  old.close()
  // Of a row that the database has, and of one that it has lost.
  const copies = await caches.open(name)
  for (const key of ['1', 'lost'])
    await copies.put(`/second-copy/deals/${key}`, new Response('{}\n'))
}

async function readMoved(key: string, store: string): Promise<unknown> {
  const { findIndexedDB } = newBucket()
  const database = await openDatabase({ findIndexedDB, name, stores: [store] })
  const reading = database.transaction(store)
  const [row] = await Promise.all([reading.store.get(key) as Promise<unknown>, reading.done])
  database.close()
  return row
}

test('what an older release has stored moves into the bucket, also rows of unknown collections [R-7.050]', async () => {
  await storeOld()
  expect(await readMoved('1', 'deals')).toEqual({ bytes: new Uint8Array([1, 2]).buffer })
  expect(await readMoved('2', 'newer')).toBe('of a newer release')
  const copies = await (await newBucket().findCaches())?.open(name)
  const copied = (await copies?.keys())?.map(({ url }) => new URL(url).pathname)
  // A copy of a row that has moved would bring it back after it was sent and deleted.
  expect(copied).toEqual(['/second-copy/deals/lost'])
  expect(await caches.has(name)).toBe(false)
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name)
})

test('two tabs that move at once, and a move that is repeated, change nothing', async () => {
  await storeOld()
  await Promise.all([newBucket().findIndexedDB(), newBucket().findIndexedDB()])
  expect(await readMoved('2', 'newer')).toBe('of a newer release')
  await storeOld()
  expect(await readMoved('2', 'newer')).toBe('of a newer release')
})

test('after another tab has deleted the bucket, the next use begins with an empty one', async () => {
  await storeOld()
  const { findIndexedDB } = newBucket()
  await findIndexedDB()
  await newBucket().deleteAll(async () => undefined)
  const database = await openDatabase({ findIndexedDB, name, stores: ['deals'] })
  const reading = database.transaction('deals')
  expect(await reading.store.getAllKeys()).toEqual([])
  await reading.done
  database.close()
})

/** Stores rows as an older release did. */
async function storeRows(rows: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const old = await openDB(name, 3, {
    upgrade: (database) => {
      for (const store of Object.keys(rows)) database.createObjectStore(store)
    },
  })
  for (const [store, entries] of Object.entries(rows))
    for (const [key, row] of Object.entries(entries)) await old.put(store, row, key)
  old.close()
}

/** The phone refuses the rows that `isRefused` names, in the bucket only. @returns the keys that were tried */
function fillPhone(isRefused: (store: string, key: string) => boolean): string[] {
  const tried: string[] = []
  beforePut((store, key) => {
    tried.push(`${store} ${key}`)
    if (isRefused(store, key)) throw new DOMException('', 'QuotaExceededError')
  })
  return tried
}

/** The keys of all rows in the storage that the app uses now. */
async function usedKeys(stores: readonly string[]): Promise<string[]> {
  const { findIndexedDB } = newBucket()
  const database = await openDatabase({ findIndexedDB, name, stores })
  const keys: string[] = []
  for (const store of stores) {
    const reading = database.transaction(store)
    const [own] = await Promise.all([reading.store.getAllKeys(), reading.done])
    keys.push(...(own as string[]).map((key) => `${store} ${key}`))
  }
  database.close()
  return keys.toSorted()
}

const DAY = { photos: { p1: {}, p2: {} }, outbox: { e1: {} }, visits: { v1: { version: 1 } } }
const DAY_STORES = Object.keys(DAY)
const DAY_KEYS = ['outbox e1', 'photos p1', 'photos p2', 'visits v1']

test('a phone too full for one row goes on with the default storage, and moves when there is space [R-8.078]', async () => {
  await storeRows(DAY)
  fillPhone(() => true)
  expect(await usedKeys(DAY_STORES)).toEqual(DAY_KEYS)
  vi.restoreAllMocks()
  expect(await usedKeys(DAY_STORES)).toEqual(DAY_KEYS)
  expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name)
})

test('a phone that gets full in the middle moves no entry before its photos, and goes on later [R-8.078]', async () => {
  await storeRows(DAY)
  fillPhone((_, key) => key === 'p2')
  expect(await usedKeys(DAY_STORES)).toEqual(['photos p1', 'visits v1'])
  vi.restoreAllMocks()
  expect(await usedKeys(DAY_STORES)).toEqual(DAY_KEYS)
})

test('a full phone deletes what the server can send again, and tries once more [R-8.078]', async () => {
  const lists = { '9|customers': { savedAt: 1, reply: '[]' }, '9|hair-prices': 1, spare: bytes }
  await storeRows({ ...DAY, snapshots: lists })
  let isFull = true
  const tried = fillPhone((_, key) => key === 'p2' && isFull && !(isFull = false))
  expect(await usedKeys([...DAY_STORES, 'snapshots'])).toEqual([
    ...DAY_KEYS.slice(0, 3),
    'snapshots 9|hair-prices',
    'visits v1',
  ])
  expect(tried).not.toContain('snapshots spare')
})

const bytes = new Uint8Array([1])

test('an older row in the default storage does not replace the row in the bucket', async () => {
  await storeRows({ visits: { v1: { version: 2 } } })
  expect(await readMoved('v1', 'visits')).toEqual({ version: 2 })
  await storeRows({ visits: { v1: { version: 1 } } })
  expect(await readMoved('v1', 'visits')).toEqual({ version: 2 })
})

test('a copy that is newer than its row is moved in its place: the database had lost its last writes', async () => {
  await storeRows({ visits: { v1: { version: 1 } } })
  await (await caches.open(name)).put('/second-copy/visits/v1', new Response('{"version":2}\n'))
  expect(await readMoved('v1', 'visits')).toEqual({ version: 2 })
})

test.each([
  ['with', true],
  ['without', false],
])('a photo that cannot be read, %s a copy, keeps nothing else from moving', async (_, hasCopy) => {
  await storeRows(DAY)
  const address = '/second-copy/photos/p1'
  if (hasCopy) await (await caches.open(name)).put(address, new Response('{}\n'))
  makeUnreadable('p1')
  expect(await usedKeys(DAY_STORES)).toEqual(['outbox e1', 'photos p2', 'visits v1'])
  const copies = await (await newBucket().findCaches())?.open(name)
  expect((await copies?.match(address)) !== undefined).toBe(hasCopy)
  // Without a copy it stays: perhaps the next start can read it.
  const isLeft = (await indexedDB.databases()).some((one) => one.name === name)
  expect(isLeft).toBe(!hasCopy)
})

test('a tab that is frozen in the middle of a move holds up no start', async () => {
  await storeRows(DAY)
  let thaw = () => {}
  const frozen = new Promise<void>((resolve) => (thaw = resolve))
  onTestFinished(thaw)
  await new Promise<void>((resolve) => {
    void navigator.locks.request('veni-move', () => {
      resolve()
      return frozen
    })
  })
  expect(await usedKeys(DAY_STORES)).toEqual([])
  thaw()
  expect(await usedKeys(DAY_STORES)).toEqual(DAY_KEYS)
})
