import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearStorage } from '../../test/second-copies.ts'
import type { StorageBuckets } from './bucket.ts'
import { sentStorage } from './sealed/sent-rows.ts'
import type * as phoneStorage from './phone-storage.ts'

beforeEach(clearStorage)
afterEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
})

const row = { version: 1 }

/** The module as a page or worker loads it at its start. */
async function loadStorage() {
  const address = `./phone-storage.ts?again=${crypto.randomUUID()}`
  return ((await import(/* @vite-ignore */ address)) as typeof phoneStorage).storage
}

test.each([
  [
    'may not be read',
    () => {
      throw new DOMException('The frame is sandboxed', 'SecurityError')
    },
  ],
  ['is missing', () => undefined as never],
])(
  'a page whose Cache Storage %s stores and lists rows without a second copy',
  async (_how, find) => {
    vi.spyOn(globalThis, 'caches', 'get').mockImplementation(find)
    const storage = await loadStorage()
    await storage.visits.put('a', row)
    expect(await storage.visits.getAll()).toEqual([row])
    await storage.visits.delete('a')
    expect(await storage.outbox.getAll()).toEqual([])
    await storage.close()
    vi.restoreAllMocks()
    await clearStorage()
  },
)

const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets }

test('the work is under the names that all releases have used, and moves from them into the bucket', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const old = await openDB('veni', 1, { upgrade: (one) => void one.createObjectStore('visits') })
  await old.put('visits', row, 'old')
  old.close()
  const address = '/second-copy/visits/lost'
  await (await caches.open('veni-second-copy')).put(address, new Response('{"version":2}\n'))
  const storage = await loadStorage()
  await storage.visits.put('a', row)
  await storage.whenRestored('visits')
  expect(await storage.visits.getEntries()).toEqual([
    ['a', row],
    ['lost', { version: 2 }],
    ['old', row],
  ])
  await storage.close()
  const used = await storageBuckets.open('veni-work')
  const databases = await used.indexedDB.databases()
  expect(databases.map(({ name }) => name)).toContain('veni')
  const copies = await used.caches?.open('veni-second-copy')
  await expect.poll(() => copies?.match('/second-copy/visits/a')).toBeDefined()
  const left = await indexedDB.databases()
  expect(left.map(({ name }) => name)).not.toContain('veni')
  expect(await caches.has('veni-second-copy')).toBe(false)
})

test('a full phone deletes the sealed photos of what was sent: the server has them', async () => {
  const storage = await loadStorage()
  const sealed = { ephemeral: 'BG4W', iv: '3M/Q', bytes: new ArrayBuffer(1) }
  await sentStorage.photos.put('key|v1.packet.1', sealed)
  await sentStorage.entries.put('key|v1', sealed)
  await storage.makeFreeSpace()
  expect(await sentStorage.photos.getKeys()).toEqual([])
  expect(await sentStorage.entries.getKeys()).toEqual(['key|v1'])
  await sentStorage.entries.delete('key|v1')
  await Promise.all([sentStorage.close(), storage.close()])
})
