import { collections } from './collections.ts'
import { createStorage, type WriteOf } from './create-storage.ts'
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
function findCaches(): CacheStorage | undefined {
  try {
    return globalThis.caches as CacheStorage | undefined
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

/** The storage of this phone. Old phones have these names: they never change. */
export const storage = createStorage({
  collections,
  databaseName: 'veni',
  indexedDB: globalThis.indexedDB,
  findCaches,
  cacheName: 'veni-second-copy',
  // Node, where the simulation runs, has no navigator.
  locks: (globalThis.navigator as Navigator | undefined)?.locks,
  aroundTransaction: (transaction, run) => around(transaction, run),
})

export type StorageWrite = WriteOf<typeof collections>
