import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBucket, type BucketDeps, type StorageBuckets } from './bucket.ts'

const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets }
const name = 'fallback'

function newBucket(changes: Partial<BucketDeps> = {}) {
  const shown: boolean[] = []
  const bucket = createBucket({
    buckets: storageBuckets,
    bucketName: 'test-fallback',
    databaseName: name,
    cacheName: name,
    indexedDB,
    findCaches: () => caches,
    locks: undefined,
    onPersistence: (isPersistent) => void shown.push(isPersistent),
    ...changes,
  })
  return { ...bucket, shown }
}

async function storeInDefault(): Promise<void> {
  const old = await openDB(name, 1, { upgrade: (one) => void one.createObjectStore('visits') })
  await old.put('visits', { version: 1 }, 'v1')
  old.close()
  await (await caches.open(name)).put('/second-copy/deals/lost', new Response('{}\n'))
}

/** What the default storage has of the work. */
async function listDefault(): Promise<readonly string[]> {
  const databases = await indexedDB.databases()
  const hasRows = databases.some((one) => one.name === name)
  return [...(hasRows ? ['rows'] : []), ...((await caches.has(name)) ? ['copies'] : [])]
}

/** Locks of which the first use gives this answer in place of the work. */
function locksWith(answer: () => Promise<unknown>): BucketDeps['locks'] {
  let isFirst = true
  const request = (_name: string, _options: unknown, work: () => Promise<unknown>) => {
    if (!isFirst) return work()
    isFirst = false
    return answer()
  }
  return { request } as BucketDeps['locks']
}

const clear = async () => {
  await storageBuckets.delete('test-fallback')
  for (const one of [name, 'other'])
    await new Promise((resolve) => (indexedDB.deleteDatabase(one).onsuccess = resolve))
  await caches.delete(name)
}
beforeEach(clear)
afterEach(clear)

test('without buckets all work is in the default storage, and a sign-out deletes it there', async () => {
  const { findIndexedDB, findCaches, hasUnmoved, deleteAll, shown } = newBucket({
    buckets: undefined,
  })
  expect(await findIndexedDB()).toBe(indexedDB)
  expect(await findCaches()).toBe(caches)
  await storeInDefault()
  expect(hasUnmoved()).toBe(false)
  expect(shown).toEqual([])
  await deleteAll(async () => undefined)
  expect(await listDefault()).toEqual([])
})

test('without buckets and without Cache Storage a sign-out deletes the database', async () => {
  const { deleteAll } = newBucket({ buckets: undefined, findCaches: () => undefined })
  await storeInDefault()
  await deleteAll(async () => undefined)
  expect(await listDefault()).toEqual(['copies'])
})

test('a phone without Cache Storage has a bucket, and nothing is left to move', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { findIndexedDB, hasUnmoved } = newBucket({ findCaches: () => undefined })
  expect(await findIndexedDB()).not.toBe(indexedDB)
  expect(hasUnmoved()).toBe(false)
  expect(warn).not.toHaveBeenCalled()
})

test('the bucket stores rows on the disk before it confirms them, and can be one that promises nothing', async () => {
  const open = vi.fn<StorageBuckets['open']>(async () => ({ indexedDB, caches }))
  const { findIndexedDB, shown } = newBucket({ buckets: { ...storageBuckets, open } })
  await findIndexedDB()
  expect(open.mock.calls).toEqual([['test-fallback', { durability: 'strict' }]])
  expect(shown).toEqual([])
})

test('work moves also when the default storage has a database of somebody else', async () => {
  const other = await openDB('other', 1)
  other.close()
  await storeInDefault()
  await caches.delete(name)
  expect(await newBucket().findIndexedDB()).not.toBe(indexedDB)
  expect(await listDefault()).toEqual([])
})

test('rows that could not move are named until a later use has moved them', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await storeInDefault()
  const locks = locksWith(() => Promise.reject(new Error('not moved')))
  const { findIndexedDB, hasUnmoved } = newBucket({ locks })
  expect(hasUnmoved()).toBe(false)
  expect(await findIndexedDB()).not.toBe(indexedDB)
  expect(hasUnmoved()).toBe(true)
  expect(await listDefault()).toEqual(['rows', 'copies'])
  await findIndexedDB()
  expect(hasUnmoved()).toBe(false)
  expect(await listDefault()).toEqual([])
})

test('a phone that was too full for a move uses the default storage, and moves with a later use', async () => {
  await storeInDefault()
  const locks = locksWith(() => Promise.resolve(false))
  const { findIndexedDB, findCaches, hasUnmoved } = newBucket({ locks })
  expect(await findIndexedDB()).toBe(indexedDB)
  expect(await findCaches()).toBe(caches)
  expect(hasUnmoved()).toBe(false)
  expect(await findIndexedDB()).not.toBe(indexedDB)
  expect(await listDefault()).toEqual([])
})

test('a sign-out on a phone that was too full for a move deletes the default storage', async () => {
  await storeInDefault()
  const { findIndexedDB, deleteAll } = newBucket({
    locks: locksWith(() => Promise.resolve(false)),
  })
  await findIndexedDB()
  await deleteAll(async () => undefined)
  expect(await listDefault()).toEqual([])
})
