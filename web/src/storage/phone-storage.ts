import { createBucket, type StorageBuckets } from './bucket.ts'
import { collections } from './collections.ts'
import { createStorage, type WriteOf } from './create-storage.ts'
import { isPersistent } from './persistence.ts'
import type { AroundTransaction } from './transaction.ts'

const direct: AroundTransaction = (_transaction, run) => run()

let around = direct

/** Surrounds each transaction; for the fault simulation. @returns removes it */
export function provideAroundTransaction(provided: AroundTransaction): () => void {
  around = provided
  return () => {
    around = direct
  }
}

/** Missing on plain http, whatever the types say. A sandboxed frame may not read the property. */
export function findCaches(): CacheStorage | undefined {
  try {
    return globalThis.caches as CacheStorage | undefined
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

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
  aroundTransaction: (transaction, run) => around(transaction, run),
})

export type StorageWrite = WriteOf<typeof collections>
