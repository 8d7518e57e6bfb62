import { aroundTransaction } from './around-transaction.ts'
import { createBucket, type StorageBuckets } from './bucket.ts'
import { collections } from './collections.ts'
import { createStorage, type WriteOf } from './create-storage.ts'
import { findCaches } from './find-caches.ts'
import { isPersistent } from './persistence.ts'

// Node, where the simulation runs, has no navigator.
const browser = globalThis.navigator as Navigator | undefined
const locks = browser?.locks

/** Old phones have these names: they never change. */
export const bucket = createBucket({
  buckets: (browser as { readonly storageBuckets?: StorageBuckets } | undefined)?.storageBuckets,
  bucketName: 'veni-work',
  databaseName: 'veni',
  cacheName: 'veni-second-copy',
  indexedDB: globalThis.indexedDB,
  findCaches,
  locks,
  onPersistence: isPersistent.set,
})

/** The storage of this phone. */
export const storage = createStorage({
  collections,
  databaseName: 'veni',
  findIndexedDB: bucket.findIndexedDB,
  findCaches: bucket.findCaches,
  deleteAll: bucket.deleteAll,
  cacheName: 'veni-second-copy',
  locks,
  aroundTransaction,
  /** The server has the sealed photos of what was sent: they make place for work that it does not have. */
  evictMore: async () => (await import('./sealed/sent-rows.ts')).deleteSentPhotos(),
})

export type StorageWrite = WriteOf<typeof collections>
