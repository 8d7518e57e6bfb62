/** Gives Node the parts of a browser that happy-dom does not have and the app needs. To be loaded before the app. */
import 'fake-indexeddb/auto'
import { MemoryLocks } from './locks.ts'
import { MemoryBuckets, MemoryCache, MemoryCaches, TextStorage } from './stores.ts'

const serviceWorker = Object.assign(new EventTarget(), {
  controller: null,
  getRegistration: () => Promise.resolve(),
})

const navigator = {
  locks: new MemoryLocks(),
  storageBuckets: new MemoryBuckets(),
  serviceWorker,
  onLine: true,
  language: 'en-IN',
  languages: ['en-IN'],
  storage: {
    persist: () => Promise.resolve(true),
    persisted: () => Promise.resolve(true),
    estimate: () => Promise.resolve({ quota: 1e9, usage: 0 }),
  },
}

const parts = {
  navigator,
  caches: new MemoryCaches(),
  localStorage: new TextStorage(),
  sessionStorage: new TextStorage(),
  isSecureContext: true,
  // Tests replace a method of all objects of these classes.
  Cache: MemoryCache,
  CacheStorage: MemoryCaches,
  LockManager: MemoryLocks,
}
for (const [name, value] of Object.entries(parts))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
