/** Second copies of rows that are in the memory of a test, without a database. */
import * as v from 'valibot'
import { defineCollection, type RowName } from '../src/storage/collection.ts'
import type { CopyDeps } from '../src/storage/copy-rows.ts'
import { createSecondCopies } from '../src/storage/second-copy.ts'

const schema = v.record(v.string(), v.unknown())

const collections = {
  notes: defineCollection({ schema, secondCopy: {} }),
  /** A deal in small: its copy is made after that of its entry, and it is final once it has a time. */
  deals: defineCollection({
    schema,
    secondCopy: {
      finalAt: (row) => (row as { at?: number } | undefined)?.at,
      copiedAfter: (key) => ({ collection: 'entries', key }),
    },
  }),
  entries: defineCollection({ schema, secondCopy: {} }),
  /** Photos in small: a row has `bytes`, and needs no copy when it has a `url`. */
  photos: defineCollection({
    schema,
    secondCopy: {
      hasBytes: true,
      isNeeded: (row) => !('url' in row),
      isEvictable: (key) => key !== 'only',
      isWhole: (copy) => Promise.resolve((copy as { bytes: ArrayBuffer }).bytes.byteLength === 3),
    },
  }),
  /** Has no copies. */
  answers: defineCollection({ schema }),
}

export const COPIES = 'copied-rows'
type Name = keyof typeof collections
export const nameOf = (collection: Name, key: string): RowName => ({ collection, key })

/** @param changes of what the copies are made with */
export function createCopiedRows(changes: Partial<CopyDeps> = {}) {
  const rows = new Map<string, unknown>()
  const find = ({ collection, key }: RowName) => rows.get(`${collection}/${key}`)
  const copies = createSecondCopies({
    findCaches: () => caches,
    locks: navigator.locks,
    cacheName: COPIES,
    collections,
    readRow: (name) => Promise.resolve(find(name)),
    hasRow: (name) => Promise.resolve(find(name) !== undefined),
    ...changes,
  })
  return {
    copies,
    /** Changes a row without its copy; undefined deletes it. */
    setRow: ({ collection, key }: RowName, row: unknown) => rows.set(`${collection}/${key}`, row),
    listCopied: async () => {
      const names = await copies.list()
      return names.map(({ collection, key }) => `${collection}/${key}`).toSorted()
    },
  }
}
