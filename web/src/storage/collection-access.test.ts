import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDatabase } from './database.ts'
import { defineCollection } from './collection.ts'
import { createStorage } from './create-storage.ts'

const schema = v.object({ owner: v.string(), at: v.optional(v.number(), 0) })
type Row = v.InferOutput<typeof schema>
const collections = {
  rows: defineCollection({
    schema,
    indexes: { all: ['owner'], order: ['owner', 'at'] },
    secondCopy: {},
  }),
  photos: defineCollection({
    schema: v.object({ bytes: v.instance(ArrayBuffer) }),
    secondCopy: { hasBytes: true },
  }),
  /** Its object store has the rows of another collection, too. */
  notes: defineCollection({ store: 'shared', schema }),
  shared: defineCollection({ schema }),
}

const newStorage = () =>
  createStorage({
    collections,
    databaseName: 'access-test',
    findIndexedDB: () => indexedDB,
    findCaches: () => undefined,
    cacheName: 'none',
  })

let storage = newStorage()
beforeEach(() => {
  storage = newStorage()
})
afterEach(async () => {
  await storage.close()
  await deleteDatabase(indexedDB, 'access-test')
})

const keyOf = (at: number) => String(at).padStart(3, '0')
const writeMany = (count: number) =>
  storage.write(
    Array.from({ length: count }, (_, at) => ({
      collection: 'rows' as const,
      key: keyOf(at),
      row: { owner: '9', at },
    })),
  )
/** Writes a row of any shape. */
const putUnparsed = (key: string, row: unknown) => storage.rows.put(key, row as Row)

test('more rows than one transaction reads are all read, once and in their order', async () => {
  await writeMany(250)
  const all = Array.from({ length: 250 }, (_, at) => ({ owner: '9', at }))
  expect(await storage.rows.getAll()).toEqual(all)
  expect(await storage.rows.getEntries()).toEqual(all.map((row) => [keyOf(row.at), row]))
  expect(await storage.rows.getKeys()).toEqual(all.map(({ at }) => keyOf(at)))
  const visited: string[] = []
  await storage.rows.forEach((_row, key) => visited.push(key), '1')
  expect(visited).toEqual(all.slice(100, 200).map(({ at }) => keyOf(at)))
})

test('a transaction reads 100 rows at most, and one photo: a write waits for no more', async () => {
  await writeMany(250)
  for (const key of ['a', 'b']) await storage.photos.put(key, { bytes: new ArrayBuffer(1) })
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  const limits = () => getAll.mock.calls.map(([range]) => range as IDBKeyRange)
  await storage.rows.getAll()
  expect(limits().map(({ lower, upper }) => [lower, upper] as unknown)).toEqual([
    ['000', '099'],
    ['100', '199'],
    ['200', '249'],
  ])
  getAll.mockClear()
  expect(await storage.photos.getAll()).toHaveLength(2)
  expect(limits().map(({ lower, upper }) => [lower, upper] as unknown)).toEqual([
    ['a', 'a'],
    ['b', 'b'],
  ])
})

test('a collection without rows has none, also not one that cannot be read', async () => {
  expect(await storage.rows.getAllUnparsed()).toEqual([])
  expect([await storage.rows.getAll(), await storage.rows.getKeys()]).toEqual([[], []])
})

test('rows are found by the start of their keys', async () => {
  for (const key of ['9', '9|a', '9|\u{10FFFF}', '90', 'a']) await putUnparsed(key, { owner: key })
  expect((await storage.rows.getAll('9|')).map(({ owner }) => owner)).toEqual([
    '9|a',
    '9|\u{10FFFF}',
  ])
  expect((await storage.rows.getEntries('90')).map(([key]) => key)).toEqual(['90'])
  expect(await storage.rows.getAll('b')).toEqual([])
  await storage.rows.deleteFrom('9|')
  expect(await storage.rows.getKeys()).toEqual(['9', '90', 'a'])
})

test('a row is read by its schema, and is there although this release cannot read it', async () => {
  await putUnparsed('a', { owner: '9' })
  await putUnparsed('b', { owner: 9 })
  expect(await storage.rows.get('a')).toEqual({ owner: '9', at: 0 })
  expect(await storage.rows.get('b')).toBeUndefined()
  expect(await storage.rows.getAll()).toEqual([{ owner: '9', at: 0 }])
  expect(await storage.rows.has('b')).toBe(true)
  expect(await storage.rows.has('c')).toBe(false)
  expect(await storage.rows.getUnparsed('b')).toEqual({ owner: 9 })
  expect(await storage.rows.getAllUnparsed()).toEqual([
    ['a', { owner: '9' }],
    ['b', { owner: 9 }],
  ])
})

test('a row is changed as it is stored, and neither a missing nor an unreadable one', async () => {
  await putUnparsed('a', { owner: '9', at: 1 })
  await putUnparsed('b', { owner: 9 })
  const change = vi.fn<(row: Row) => Row>((row) => ({ ...row, at: row.at + 1 }))
  expect(await storage.rows.change('a', change)).toEqual({ owner: '9', at: 2 })
  expect(await storage.rows.change('b', change)).toBeUndefined()
  expect(await storage.rows.change('c', change)).toBeUndefined()
  expect(await storage.rows.change('a', () => undefined)).toBeUndefined()
  expect(change).toHaveBeenCalledTimes(1)
  expect(await storage.rows.getAllUnparsed()).toEqual([
    ['a', { owner: '9', at: 2 }],
    ['b', { owner: 9 }],
  ])
})

test('rows are found by the first fields of an index, in the order of the others', async () => {
  const rows = { a: ['9', 3], b: ['9', 1], c: ['90', 2], d: ['8', 4] } as const
  for (const [key, [owner, at]] of Object.entries(rows)) await storage.rows.put(key, { owner, at })
  const found = await storage.read(['rows'], async ({ rows: own }) => ({
    all: await own.getKeysBy('all', '9'),
    order: await own.getKeysBy('order', '9'),
    last: await own.getLastBy('order', '9'),
    none: await own.getKeysBy('order', '7'),
    noLast: await own.getLastBy('order', '7'),
  }))
  expect(found).toEqual({
    all: ['a', 'b'],
    order: ['b', 'a'],
    last: ['9', 3],
    none: [],
    noLast: undefined,
  })
})

test('two collections in one object store have the same rows', async () => {
  await storage.notes.put('a', { owner: '9', at: 1 })
  expect(await storage.shared.get('a')).toEqual({ owner: '9', at: 1 })
  const both = storage.read(['notes', 'shared'], ({ notes, shared }) =>
    Promise.all([notes.has('a'), shared.has('a')]),
  )
  expect(await both).toEqual([true, true])
})

test('several rows are written together, and each write sees the rows before it', async () => {
  await storage.rows.put('a', { owner: '9', at: 1 })
  await storage.write([
    { collection: 'rows', key: 'a', row: undefined },
    { collection: 'rows', key: 'b', change: (stored) => stored ?? { owner: '9', at: 2 } },
    {
      collection: 'notes',
      key: 'c',
      make: async (rows) => ({ owner: '9', at: (await rows.getKeys()).length }),
    },
  ])
  expect(await storage.rows.getEntries()).toEqual([['b', { owner: '9', at: 2 }]])
  expect(await storage.notes.get('c')).toEqual({ owner: '9', at: 0 })
  await storage.write([])
})

test('a row of a write that cannot be made leaves the other rows as they were', async () => {
  const writing = storage.write([
    { collection: 'rows', key: 'a', row: { owner: '9', at: 1 } },
    { collection: 'rows', key: 'b', make: () => Promise.reject(new Error('no number')) },
  ])
  await expect(writing).rejects.toThrow('no number')
  expect(await storage.rows.getKeys()).toEqual([])
})

test('a read changes no row, and a change deletes only what it has announced', async () => {
  await storage.rows.put('a', { owner: '9', at: 1 })
  await expect(storage.read(['rows'], ({ rows }) => rows.delete('a'))).rejects.toThrow('no row')
  await expect(storage.change(['rows'], ({ rows }) => rows.delete('a'))).rejects.toThrow('copy')
  const other = { deletes: [{ collection: 'rows', key: 'b' }] }
  await expect(storage.change(['rows'], ({ rows }) => rows.delete('a'), other)).rejects.toThrow(
    'copy',
  )
  expect(await storage.rows.has('a')).toBe(true)
  // Without second copies nothing is announced.
  await storage.notes.put('a', { owner: '9', at: 1 })
  await storage.change(['notes'], ({ notes }) => notes.delete('a'))
  expect(await storage.notes.has('a')).toBe(false)
})

test('a row that has a copy is deleted by its key, and no other is', async () => {
  for (const key of ['a', 'ab', 'b']) await storage.rows.put(key, { owner: '9', at: 1 })
  await storage.notes.put('a', { owner: '9', at: 1 })
  await storage.rows.delete('a')
  expect(await storage.rows.getKeys()).toEqual(['ab', 'b'])
  expect(await storage.notes.has('a')).toBe(true)
  await storage.rows.delete('none')
})
