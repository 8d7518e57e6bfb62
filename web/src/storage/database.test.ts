import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDatabase } from '../../test/delete-database.ts'
import { phoneDatabase } from './database.ts'
import { writePhone } from './write-phone.ts'

beforeEach(deleteDatabase)
afterEach(deleteDatabase)

const deal = { store: 'deals', key: 'a', value: { of: 'Lakshmi' } } as const

test('a database that an older release made keeps everything, and gets what is new', async () => {
  const stores = ['outbox', 'photos', 'deals', 'snapshots']
  const old = await openDB('veni', 1, {
    upgrade: (database) => stores.forEach((store) => database.createObjectStore(store)),
  })
  const bytes = new Uint8Array([0xff, 0xd8, 0xff]).buffer
  for (const store of stores) await old.put(store, { bytes }, 'kept')
  old.close()
  const database = await phoneDatabase()
  expect([...database.objectStoreNames].toSorted()).toEqual([...stores, 'visits'].toSorted())
  for (const store of ['outbox', 'photos', 'deals', 'snapshots'] as const)
    expect(await database.get(store, 'kept')).toEqual({ bytes })
})

test('a database that a newer release made is opened as it is', async () => {
  const newer = await openDB('veni', 99, {
    upgrade(database) {
      for (const store of ['outbox', 'photos', 'deals', 'snapshots', 'visits', 'new'])
        database.createObjectStore(store)
    },
  })
  newer.close()
  await writePhone([deal])
  expect(await (await phoneDatabase()).get('deals', 'a')).toEqual(deal.value)
})

test.each([
  ['closed without a word', async () => (await phoneDatabase()).close()],
  ['deleted under us', deleteDatabase],
])('a database that was %s is opened again with the next use [R-8.080]', async (_how, lose) => {
  await writePhone([{ ...deal, key: 'before' }])
  await lose()
  await writePhone([deal])
  expect(await (await phoneDatabase()).get('deals', 'a')).toEqual(deal.value)
})

test('a database that does not open is said, and tried again with the next use [R-8.080]', async () => {
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  await expect(writePhone([deal])).rejects.toThrow('Internal error')
  opening.mockRestore()
  await writePhone([deal])
})

test('a tab that does not let go of an older database is said, not waited for [R-8.080]', async () => {
  const held = await openDB('veni', 1)
  await expect(phoneDatabase()).rejects.toThrow('Another tab holds the database')
  held.close()
  // The opening that was given up for lost comes first.
  await expect.poll(async () => (await indexedDB.databases())[0]?.version).toBe(2)
  await writePhone([deal])
})
