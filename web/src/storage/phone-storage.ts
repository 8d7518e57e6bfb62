import { collections } from './collections.ts'
import { createStorage, type WriteOf } from './create-storage.ts'

/** The storage of this phone. Old phones have these names: they never change. */
export const storage = createStorage({
  collections,
  databaseName: 'veni',
  indexedDB: globalThis.indexedDB,
  // Missing on plain http, whatever the types say.
  caches: globalThis.caches as CacheStorage | undefined,
  cacheName: 'veni-second-copy',
  // The simulation runs in Node, which has no navigator.
  locks: (globalThis.navigator as Navigator | undefined)?.locks,
})

export type StorageWrite = WriteOf<typeof collections>
