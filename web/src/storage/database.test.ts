import { openDB } from 'idb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { deleteDatabase } from '../../test/delete-database.ts'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { clearStorage } from '../../test/second-copies.ts'
import type { Collection } from './collection.ts'
import { collections } from './collections.ts'
import { createStorage } from './create-storage.ts'
import { createDatabase, deleteDatabase as deleteNamed } from './database.ts'

beforeEach(clearStorage)
afterEach(clearStorage)

const deal = { collection: 'deals', key: 'a', row: { of: 'Lakshmi' } } as const
const storedDeal = async (): Promise<unknown> => (await phoneDatabase()).get('deals', 'a')

/** A separate database, so that background work of the app does not open it. */
function newDatabase() {
  const name = crypto.randomUUID()
  onTestFinished(() => void indexedDB.deleteDatabase(name))
  const stores = ['outbox', 'photos', 'deals', 'snapshots', 'visits']
  const onOpened = vi.fn<() => void>()
  const database = createDatabase({ findIndexedDB: () => indexedDB, name, stores, onOpened })
  return { name, stores, database, onOpened }
}

test('a database of an older release keeps all rows and gets the new object stores', async () => {
  const { name, stores, database } = newDatabase()
  const oldStores = stores.slice(0, -1)
  const old = await openDB(name, 1, {
    upgrade: (created) => oldStores.forEach((store) => created.createObjectStore(store)),
  })
  const bytes = new Uint8Array([0xff, 0xd8, 0xff]).buffer
  for (const store of oldStores) await old.put(store, { bytes }, 'kept')
  old.close()
  const connection = await database.open()
  expect([...connection.objectStoreNames].toSorted()).toEqual(stores.toSorted())
  for (const store of oldStores) expect(await connection.get(store, 'kept')).toEqual({ bytes })
  await database.close()
})

test('the app has the object stores of its registry, and each that phones have [R-8.080]', async () => {
  const database = await phoneDatabase()
  const stores = Object.entries(collections).map(
    ([name, { store = name }]: [string, Collection]) => store,
  )
  expect([...database.objectStoreNames].toSorted()).toEqual([...new Set(stores)].toSorted())
  expect(stores).toEqual(expect.arrayContaining(newDatabase().stores))
})

test('two tabs add the object stores of a new release at the same time', async () => {
  const { name, stores, database } = newDatabase()
  const old = await openDB(name, 1, {
    upgrade: (created) => void created.createObjectStore('deals'),
  })
  old.close()
  const other = createDatabase({ findIndexedDB: () => indexedDB, name, stores, onOpened: () => {} })
  await Promise.all([database.open(), other.open()])
  await other.close()
  const connection = await database.open()
  expect([...connection.objectStoreNames].toSorted()).toEqual(stores.toSorted())
  expect(connection.version).toBe(2)
  await database.close()
})

test('a database of a newer release is opened as it is', async () => {
  const { name, stores, database } = newDatabase()
  const newer = await openDB(name, 99, {
    upgrade(created) {
      for (const store of [...stores, 'new']) created.createObjectStore(store)
    },
  })
  newer.close()
  const connection = await database.open()
  await connection.put('deals', deal.row, deal.key)
  expect(await connection.get('deals', deal.key)).toEqual(deal.row)
  await database.close()
})

test('a database that was deleted is opened again with the next use [R-8.080]', async () => {
  await writeRows([{ ...deal, key: 'before' }])
  await deleteDatabase()
  await writeRows([deal])
  expect(await storedDeal()).toEqual(deal.row)
})

test('a connection that was closed without an event is opened again with the next use [R-8.080]', async () => {
  const { database, onOpened } = newDatabase()
  const lost = await database.open()
  await lost.put('deals', deal.row, deal.key)
  lost.close()
  expect(await (await database.open()).get('deals', deal.key)).toEqual(deal.row)
  expect(onOpened).toHaveBeenCalledTimes(2)
  await database.close()
})

test('a tab of a newer release that raises the version in between does not stop the upgrade', async () => {
  const { name, stores } = newDatabase()
  const old = await openDB(name, 5)
  old.close()
  // The version that this tab asks for first is not the next one any more.
  const open = vi.fn<IDBFactory['open']>((of, version): IDBOpenDBRequest =>
    indexedDB.open(of, open.mock.calls.length === 2 ? 4 : version),
  )
  const factory = { open } as unknown as IDBFactory
  const database = createDatabase({
    findIndexedDB: () => factory,
    name,
    stores,
    onOpened: () => {},
  })
  const connection = await database.open()
  expect([...connection.objectStoreNames].toSorted()).toEqual(stores.toSorted())
  await database.close()
})

test('a connection that is closed before it is open is replaced, and only its successor is announced', async () => {
  const { database, onOpened } = newDatabase()
  const opening = database.open()
  await database.close()
  expect((await opening).objectStoreNames).toContain('deals')
  expect(onOpened).toHaveBeenCalledOnce()
  await database.close()
})

test('a database that does not open rejects, and is tried again with the next use [R-8.080]', async () => {
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError')
  })
  const name = crypto.randomUUID()
  const phone = createStorage({
    collections,
    databaseName: name,
    findIndexedDB: () => indexedDB,
    findCaches: () => undefined,
    cacheName: 'none',
  })
  const write = () => phone.visits.put('a', { version: 1 })
  await expect(write()).rejects.toThrow('Internal error')
  opening.mockRestore()
  await write()
  await phone.close()
  indexedDB.deleteDatabase(name)
})

test('a database that the browser refuses for a moment opens [R-8.080]', async () => {
  const name = crypto.randomUUID()
  const refuse = () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  }
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(refuse).mockImplementationOnce(refuse)
  const database = createDatabase({
    findIndexedDB: () => indexedDB,
    name,
    stores: ['deals'],
    onOpened: () => {},
  })
  expect([...(await database.open()).objectStoreNames]).toEqual(['deals'])
  await database.close()
  indexedDB.deleteDatabase(name)
})

test('two uses of a connection that was lost open one new connection [R-8.080]', async () => {
  const { database, onOpened } = newDatabase()
  const lost = await database.open()
  lost.close()
  const [one, other] = await Promise.all([database.open(), database.open()])
  expect(one).toBe(other)
  expect(onOpened).toHaveBeenCalledTimes(2)
  await database.close()
})

test('a connection that is closed cannot be used any longer: the database can be deleted', async () => {
  const { database } = newDatabase()
  const connection = await database.open()
  await database.close()
  const isClosed: unknown = expect.objectContaining({ name: 'InvalidStateError' })
  expect(() => connection.transaction('deals')).toThrow(isClosed as Error)
  await database.close()
})

test('the deletion of a database does not wait for a frozen tab', async () => {
  const { name } = newDatabase()
  const frozen = await openDB(name, 1)
  await deleteNamed(indexedDB, name)
  expect((await indexedDB.databases()).map((one) => one.name)).toContain(name)
  frozen.close()
})

test('a deletion that the browser refuses rejects with its reason', async () => {
  const request = Object.assign(new EventTarget(), { error: new DOMException('a damaged disk') })
  const factory = { deleteDatabase: () => request } as unknown as IDBFactory
  const deleting = deleteNamed(factory, 'any')
  request.dispatchEvent(new Event('error'))
  await expect(deleting).rejects.toThrow('a damaged disk')
})
