import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineCollection } from './collection.ts'
import { createDatabase, deleteDatabase } from './database.ts'
import { createRawRows } from './raw-rows.ts'
import { createTransactions } from './transaction.ts'

const schema = v.object({ text: v.string() })
/** The collection and its object store have different names here. */
const collections = { notes: defineCollection({ store: 'shared', schema }) }
const NAME = 'raw-rows-test'

const newDatabase = () =>
  createDatabase({
    findIndexedDB: () => indexedDB,
    name: NAME,
    stores: ['shared', 'unknown'],
    onOpened: () => {},
  })

let database = newDatabase()
let raw = createRawRows(createTransactions(database, collections), collections)
beforeEach(() => {
  database = newDatabase()
  raw = createRawRows(createTransactions(database, collections), collections)
})
afterEach(async () => {
  await database.close()
  await deleteDatabase(indexedDB, NAME)
})

const nameOf = (key: string) => ({ collection: 'notes', key })
const put = (key: string, row: unknown) => raw.changeRow(nameOf(key), () => row)

test('a row is read as it is stored, also one that its schema does not match', async () => {
  expect(await put('a', { number: 1 })).toBe(true)
  expect(await raw.readRow(nameOf('a'))).toEqual({ number: 1 })
  expect(await raw.hasRow(nameOf('a'))).toBe(true)
  expect(await raw.readRow(nameOf('b'))).toBeUndefined()
  expect(await raw.hasRow(nameOf('b'))).toBe(false)
  expect(await (await database.open()).get('shared', 'a')).toEqual({ number: 1 })
})

test('a row is changed as it is stored now, and stays when the change returns nothing', async () => {
  await put('a', { text: 'first' })
  const change = vi.fn<(stored: unknown) => unknown>(() => undefined)
  expect(await raw.changeRow(nameOf('a'), change)).toBe(false)
  expect(await raw.changeRow(nameOf('b'), change)).toBe(false)
  expect(change.mock.calls).toEqual([[{ text: 'first' }], [undefined]])
  expect(await raw.readRow(nameOf('a'))).toEqual({ text: 'first' })
  expect(await raw.readKeys('notes')).toEqual(['a'])
})

test('the named rows are deleted, and no others', async () => {
  for (const key of ['a', 'b', 'c']) await put(key, { text: key })
  await raw.deleteRows('notes', ['a', 'c', 'none'])
  expect(await raw.readKeys('notes')).toEqual(['b'])
})

test('rows are found by what they have, 100 at a time', async () => {
  const keys = Array.from({ length: 101 }, (_, at) => String(at).padStart(3, '0'))
  for (const key of keys) await put(key, { text: key })
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  const isLater = (row: unknown, key: string) =>
    (row as { text: string }).text === key && key >= '050'
  expect(await raw.findKeys('notes', isLater)).toEqual(keys.slice(50))
  expect(getAll).toHaveBeenCalledTimes(2)
})

test('a collection that this release does not know has no rows that are found', async () => {
  expect(await raw.readKeys('unknown')).toEqual([])
  expect(await raw.findKeys('unknown', () => true)).toEqual([])
  await (await database.open()).put('unknown', { text: 'a' }, 'a')
  expect(await raw.findKeys('unknown', () => true)).toEqual(['a'])
})

test('a transaction that the browser has undone fails with its reason, which may be a full phone', async () => {
  const { run } = createTransactions(database, collections)
  const full = new DOMException('The disk is full', 'QuotaExceededError')
  const writing = run(['notes'], 'readwrite', (idb) => {
    idb.abort()
    return Promise.reject(full)
  })
  await expect(writing).rejects.toBe(full)
})
