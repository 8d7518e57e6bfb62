import { expect, test } from 'vitest'
import { createBucket, type StorageBuckets } from './bucket.ts'

const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets }

test('the browser is asked to keep the bucket, and again after it was deleted [R-8.079]', async () => {
  let asked = 0
  const persist = () => Promise.resolve((asked += 1) > 0)
  const open: StorageBuckets['open'] = async (bucketName, options) => {
    const { indexedDB: own, caches: ownCaches } = await storageBuckets.open(bucketName, options)
    return { indexedDB: own, caches: ownCaches, persist }
  }
  const { findIndexedDB, deleteAll } = createBucket({
    buckets: { open, delete: (one) => storageBuckets.delete(one) },
    bucketName: 'test-kept',
    databaseName: 'kept',
    cacheName: 'kept',
    indexedDB,
    findCaches: () => caches,
    locks: navigator.locks,
  })
  await findIndexedDB()
  expect(asked).toBe(1)
  await deleteAll()
  await findIndexedDB()
  expect(asked).toBe(2)
})
