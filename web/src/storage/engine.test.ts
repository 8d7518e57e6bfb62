import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openNotes, storeAndLose, storedNote } from '../../test/notes-storage.ts'
import { defineCollection } from './collection.ts'
import { createStorage } from './create-storage.ts'
import { deleteDatabase } from './database.ts'

const schema = v.object({ text: v.string() })
const collections = {
  notes: defineCollection({ schema, secondCopy: {} }),
  drafts: defineCollection({ schema, secondCopy: {} }),
  /** Ends a note as soon as its text is "final". */
  deals: defineCollection({
    schema,
    secondCopy: { finalAt: (row) => ((row as { text: string }).text === 'final' ? 1 : undefined) },
  }),
  answers: defineCollection({ schema, isEvictable: (key) => key !== 'small' }),
}
const NAME = 'engine-test'

const newPage = (findCaches = (): CacheStorage | undefined => caches) =>
  createStorage({
    collections,
    databaseName: NAME,
    findIndexedDB: () => indexedDB,
    findCaches,
    cacheName: NAME,
    locks: navigator.locks,
  })

const copyOf = async (name: string) =>
  (await (await caches.open(NAME)).match(`/second-copy/${name}`))?.text()
const textOf = (text: string) => `${JSON.stringify({ text })}\n`

let page = newPage()
let warn = vi.spyOn(console, 'warn')

/** Changes another row. Copies are made in order, so those of all earlier changes are made. */
async function whenCopied(): Promise<void> {
  const text = crypto.randomUUID()
  await page.notes.put('last', { text })
  await expect.poll(() => copyOf('notes/last')).toBe(textOf(text))
}

/** After this the start makes no copies any more. */
async function storeFirst(): Promise<void> {
  for (const name of ['notes', 'drafts', 'deals'] as const) {
    await page[name].put('1', { text: 'first' })
    await expect.poll(() => copyOf(`${name}/1`)).toBe(textOf('first'))
  }
}

beforeEach(async () => {
  warn = vi.spyOn(console, 'warn').mockReturnValue()
  page = newPage()
  await storeFirst()
})
afterEach(async () => {
  await page.close()
  await deleteDatabase(indexedDB, NAME)
  await caches.delete(NAME)
})

const note = { collection: 'notes', key: '1' } as const

test('each change of a row is copied, unless the change asks for no copy', async () => {
  await page.notes.put('1', { text: 'second' })
  await expect.poll(() => copyOf('notes/1')).toBe(textOf('second'))
  await page.change(['notes'], ({ notes }) => notes.put('1', { text: 'third' }), {
    isUncopied: true,
  })
  await whenCopied()
  expect(await copyOf('notes/1')).toBe(textOf('second'))
  expect(warn).not.toHaveBeenCalled()
})

test('a row that is written again has its copy all the time', async () => {
  const remove = vi.spyOn(Cache.prototype, 'delete')
  await page.write([{ ...note, row: { text: 'a' } }])
  await page.write([{ ...note, change: () => ({ text: 'b' }) }])
  await page.write([{ ...note, make: () => Promise.resolve({ text: 'c' }) }])
  await whenCopied()
  expect(await copyOf('notes/1')).toBe(textOf('c'))
  expect(remove).not.toHaveBeenCalled()
})

test('the copies of rows are deleted before the rows: a restore brings none of them back', async () => {
  await page.notes.put('12', { text: 'a' })
  await whenCopied()
  const removeCopy = vi.spyOn(Cache.prototype, 'delete')
  const removeRow = vi.spyOn(IDBObjectStore.prototype, 'delete')
  await page.notes.deleteFrom('1')
  expect(removeRow).toHaveBeenCalledTimes(2)
  const [, second = Infinity] = removeCopy.mock.invocationCallOrder
  expect(second).toBeLessThan(Math.min(...removeRow.mock.invocationCallOrder))
})

test.each([
  ['leaves the row', () => Promise.resolve()],
  ['fails', () => Promise.reject(new Error('a bug'))],
])('a row keeps a copy when the change that may delete it %s', async (_how, work) => {
  await page.change(['notes'], work, { deletes: [note] }).catch(() => undefined)
  await expect.poll(() => copyOf('notes/1')).toBe(textOf('first'))
})

test.each([
  ['not final yet', textOf('first')],
  ['final', undefined],
])('a note that is ended by a deal which is %s has this copy: %j', async (text, copy) => {
  const ends = [{ ...note, endedBy: { collection: 'deals', key: '1' } }]
  const work = page.change(
    ['notes', 'deals'],
    async ({ notes, deals }) => {
      await deals.put('1', { text: text === 'final' ? text : 'open' })
      await notes.delete('1')
    },
    { ends },
  )
  await work
  await whenCopied()
  await expect.poll(() => copyOf('notes/1')).toBe(copy)
})

test('a change that deletes a row must announce it by its collection, too', async () => {
  const deletes = [{ collection: 'drafts', key: '1' }]
  const deleting = page.change(['notes'], ({ notes }) => notes.delete('1'), { deletes })
  await expect(deleting).rejects.toThrow('a copy is deleted')
  expect(await page.notes.get('1')).toEqual({ text: 'first' })
})

test('free space is made for a change of which only a part is work', async () => {
  await page.answers.put('large', { text: 'a' })
  await page.answers.put('small', { text: 'b' })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await page.write([
    { ...note, row: { text: 'second' } },
    { collection: 'answers', key: 'new', row: { text: 'c' } },
  ])
  expect(await page.notes.get('1')).toEqual({ text: 'second' })
  expect(await page.answers.getKeys()).toEqual(['new', 'small'])
})

test('a list of rows for which no list waits does not restore the awaited ones', async () => {
  await storeAndLose('notes/1', 'drafts/1')
  const worker = openNotes()
  await worker.drafts.getAll()
  await worker.whenRestored('drafts')
  expect(await storedNote('notes', '1')).toBeUndefined()
})

test('after a close the next use restores what the database has lost, and makes space for it', async () => {
  await page.answers.put('large', { text: 'a' })
  const withoutCopies = newPage(() => undefined)
  await withoutCopies.notes.delete('1')
  expect(await withoutCopies.whenRestored('notes')).toEqual({
    count: 0,
    left: [],
    isLate: false,
  })
  await withoutCopies.close()
  await page.close()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  expect(await page.whenRestored('notes')).toMatchObject({ count: 1, left: [] })
  expect(await page.notes.get('1')).toEqual({ text: 'first' })
  expect(await page.answers.getKeys()).toEqual([])
})
