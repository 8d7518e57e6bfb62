import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { clearStorage } from '../../test/second-copies.ts'
import { defineCollection } from './collection.ts'
import { collections } from './collections.ts'
import { createStorage, type StorageDeps } from './create-storage.ts'
import { storage } from './phone-storage.ts'

beforeEach(clearStorage)
afterEach(clearStorage)

const deal = { collection: 'deals', key: 'a', row: { of: 'Lakshmi' } } as const
const full = () => new DOMException('The disk is full', 'QuotaExceededError')

test('a full phone deletes evictable rows for new work, and no others [R-8.079]', async () => {
  const photo = { collection: 'photos', key: 'p', row: 1 } as const
  const answers = ['9000000001|customers', '9000000001|hair-prices', 'sender']
  await writeRows([
    photo,
    ...answers.map((key) => ({ collection: 'snapshots', key, row: 1 }) as const),
  ])
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw full()
  })
  await writeRows([deal])
  put.mockRestore()
  const database = await phoneDatabase()
  // Small, and needed where there is no network, or no page.
  expect(await database.getAllKeys('snapshots')).toEqual(['9000000001|hair-prices', 'sender'])
  expect(await database.get('photos', 'p')).toBe(1)
  expect(await database.get('deals', 'a')).toEqual(deal.row)
})

test('a snapshot that finds no free space evicts no other', async () => {
  await writeRows([{ collection: 'snapshots', key: 'customers', row: 1 }])
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw full()
  })
  const products = { collection: 'snapshots', key: 'products', row: 1 } as const
  await expect(writeRows([products])).rejects.toThrow('The disk is full')
  expect(await (await phoneDatabase()).get('snapshots', 'customers')).toBe(1)
})

test('a write to a full phone is tried once more, and after any other failure it is not', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(full())
  await expect(storage.change(['deals'], work)).rejects.toThrow('The disk is full')
  expect(work).toHaveBeenCalledTimes(2)
  work.mockClear().mockRejectedValue(new Error('a bug'))
  await expect(storage.change(['deals'], work)).rejects.toThrow('a bug')
  expect(work).toHaveBeenCalledOnce()
})

test('a transaction that throws leaves no row', async () => {
  const change = storage.change(['visits'], async ({ visits }) => {
    await visits.put('a', { version: 1 })
    throw new Error('a photo is gone')
  })
  await expect(change).rejects.toThrow('a photo is gone')
  expect(await storage.visits.has('a')).toBe(false)
})

test('a row that this release cannot read counts as missing and stays where it is', async () => {
  await writeRows([deal])
  expect(await storage.deals.get('a')).toBeUndefined()
  expect(await storage.deals.getAll()).toEqual([])
  expect(await storage.deals.change('a', (stored) => stored)).toBeUndefined()
  expect(await storage.deals.getAllUnparsed()).toEqual([[deal.key, deal.row]])
})

const notes = defineCollection({
  schema: v.object({ text: v.string() }),
  secondCopy: { isAwaited: true },
})

const deps: StorageDeps<{ readonly notes: typeof notes }> = {
  collections: { notes },
  databaseName: 'veni-test',
  findIndexedDB: () => indexedDB,
  findCaches: () => caches,
  cacheName: 'veni-test-copy',
  locks: navigator.locks,
}

const deleteTestDatabase = () =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase('veni-test').onsuccess = resolve
  })

afterEach(async () => {
  await deleteTestDatabase()
  await caches.delete('veni-test-copy')
})

test('a new collection is stored, copied, lost and restored with its entry alone [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const before = createStorage(deps)
  await before.notes.put('1', { text: 'gate code' })
  const copy = async () => (await caches.open('veni-test-copy')).match('/second-copy/notes/1')
  await expect.poll(copy).toBeDefined()
  await before.close()
  await deleteTestDatabase()
  const after = createStorage(deps)
  expect(await after.notes.getAll()).toEqual([{ text: 'gate code' }])
  expect(await after.notes.get('1')).toEqual({ text: 'gate code' })
  expect(await after.whenRestored('notes')).toMatchObject({ count: 1 })
  await after.close()
})

test('a connection that the browser closes while the page is open is opened and restored again [R-8.080]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const open = createStorage(deps)
  await open.notes.put('1', { text: 'gate code' })
  const copied = async () => (await caches.open('veni-test-copy')).keys()
  await expect.poll(copied).toHaveLength(1)
  await deleteTestDatabase()
  expect(await open.notes.getAll()).toEqual([{ text: 'gate code' }])
  await open.close()
})

test('a new collection is added to the database of the release before it', async () => {
  const old = createStorage({ ...deps, collections })
  await old.visits.put('a', { version: 1 })
  await old.close()
  const updated = createStorage({ ...deps, collections: { ...collections, notes } })
  await updated.notes.put('1', { text: 'gate code' })
  expect(await updated.visits.get('a')).toEqual({ version: 1 })
  await updated.close()
})

test('only an object can have a second copy', () => {
  const secondCopy = {}
  // @ts-expect-error: an array has no second copy
  defineCollection({ schema: v.array(v.string()), secondCopy })
  // @ts-expect-error: a string has no second copy
  defineCollection({ schema: v.string(), secondCopy })
  // @ts-expect-error: the bytes of an array have no second copy
  defineCollection({ schema: v.instance(Uint8Array), secondCopy })
  expect(defineCollection({ schema: v.array(v.string()) }).secondCopy).toBeUndefined()
})

test('a test can delay, refuse and interrupt a transaction', async () => {
  const begun: string[] = []
  const around: NonNullable<StorageDeps<typeof collections>['aroundTransaction']> = async (
    { mode },
    run,
  ) => {
    begun.push(mode)
    await Promise.resolve()
    return mode === 'readonly'
      ? run()
      : run(() => {
          throw full()
        })
  }
  const faulty = createStorage({ ...deps, findCaches: () => undefined, aroundTransaction: around })
  await expect(faulty.notes.put('1', { text: 'gate code' })).rejects.toThrow('The disk is full')
  expect(await faulty.notes.get('1')).toBeUndefined()
  expect(begun).toEqual(['readwrite', 'readwrite', 'readonly'])
  await faulty.close()
})

test('a change that returns no row leaves the row as it is, or missing', async () => {
  await writeRows([deal])
  const change = vi.fn<(stored: unknown) => undefined>()
  for (const key of ['a', 'b'])
    await storage.write([
      { collection: 'deals', key, change },
      { collection: 'snapshots', key, change },
    ])
  expect(change).toHaveBeenCalledTimes(4)
  const database = await phoneDatabase()
  expect([await database.getAll('deals'), await database.getAll('snapshots')]).toEqual([
    [deal.row],
    [],
  ])
})
