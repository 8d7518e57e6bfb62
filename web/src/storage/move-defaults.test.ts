import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBucket, type StorageBuckets } from './bucket.ts'
import { openDatabase } from './database.ts'

const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets }
const name = 'moved'

const newBucket = () =>
  createBucket({
    buckets: storageBuckets,
    bucketName: 'test-work',
    databaseName: name,
    cacheName: name,
    indexedDB,
    findCaches: () => caches,
    locks: navigator.locks,
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
  await (await caches.open(name)).put('/second-copy/deals/1', new Response('{}\n'))
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
  expect(await copies?.match('/second-copy/deals/1')).toBeDefined()
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
  await newBucket().deleteAll()
  const database = await openDatabase({ findIndexedDB, name, stores: ['deals'] })
  const reading = database.transaction('deals')
  expect(await reading.store.getAllKeys()).toEqual([])
  await reading.done
  database.close()
})
