/** A storage of two small collections, in a database and a cache that only the test's file uses. */
import * as v from 'valibot'
import { afterEach, expect } from 'vitest'
import { defineCollection } from '../src/storage/collection.ts'
import { createStorage, type StorageDeps } from '../src/storage/create-storage.ts'

const schema = v.object({ text: v.string() })

/** `notes` are awaited, and a full phone may delete their copies; `drafts` are neither. */
const collections = {
  notes: defineCollection({ schema, secondCopy: { isAwaited: true, isEvictable: () => true } }),
  drafts: defineCollection({ schema, secondCopy: {} }),
}

type NotesDeps = StorageDeps<typeof collections>

const CACHE_NAME = 'notes-copy'

const opened = new Set<ReturnType<typeof openNotes>>()

/** One tab, or the service worker. All of a test share the database and the second copy. */
export function openNotes(deps: Partial<NotesDeps> = {}) {
  const storage = createStorage({
    collections,
    databaseName: 'notes',
    findIndexedDB: () => indexedDB,
    findCaches: () => caches,
    cacheName: CACHE_NAME,
    locks: navigator.locks,
    ...deps,
  })
  opened.add(storage)
  return storage
}

/** Cache Storage that calls `onRead` between the read of a copy and its answer. */
export function onCopyRead(onRead: (path: string) => Promise<void> | void): () => CacheStorage {
  async function open(name: string) {
    const cache = await caches.open(name)
    return {
      async match(path: string) {
        const copy = await cache.match(path)
        await onRead(path.replace('/second-copy/', ''))
        return copy
      },
      keys: () => cache.keys(),
      put: (path: string, copy: Response) => cache.put(path, copy),
      delete: (path: string) => cache.delete(path),
    }
  }
  return () => ({ open }) as unknown as CacheStorage
}

/** As the browser does when it finds its database damaged. Open connections are closed. */
export const loseNotes = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase('notes').onsuccess = resolve
  })

/** The copies as "collection/key", in the order in which a restore reads them. */
export async function listNoteCopies(): Promise<readonly string[]> {
  const requests = await (await caches.open(CACHE_NAME)).keys()
  return requests.map(({ url }) => new URL(url).pathname.replace('/second-copy/', ''))
}

/** Stores rows with their copies, then loses the database: only the copies are left. */
export async function storeAndLose(...names: readonly `${'notes' | 'drafts'}/${string}`[]) {
  const storage = openNotes()
  for (const name of names) {
    const [collection, key] = name.split('/') as ['notes' | 'drafts', string]
    await storage[collection].put(key, { text: key })
  }
  await expect.poll(async () => (await listNoteCopies()).toSorted()).toEqual(names.toSorted())
  await storage.close()
  await loseNotes()
}

/** The row as it is on the disk: this reads without starting a restore. */
export async function storedNote(collection: 'notes' | 'drafts', key: string): Promise<unknown> {
  const reader = openNotes({ findCaches: () => undefined })
  return reader[collection].get(key)
}

afterEach(async () => {
  for (const storage of opened) await storage.close()
  opened.clear()
  await loseNotes()
  await caches.delete(CACHE_NAME)
})
