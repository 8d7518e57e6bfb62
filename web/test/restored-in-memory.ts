/** A restore whose rows and copies are in the memory of a test. */
import * as v from 'valibot'
import { restoreLost, type RestoreDeps } from '../src/storage/restore.ts'
import type { Registry, RowName } from '../src/storage/collection.ts'
import type { RowChange } from '../src/storage/copy-rows.ts'

/** Steps say how far a row is; the time, when it became final. */
interface Row {
  readonly steps?: number
  readonly at?: number
}
const schema = v.unknown()
export const stepsOf = (row: unknown) => (row as Row | undefined)?.steps ?? -1
const isFurther = (copy: unknown, stored: unknown) => stepsOf(copy) > stepsOf(stored)
const finalAt = (row: unknown) => (row as Row | undefined)?.at

const collections: Registry = {
  /** Only a missing row comes back. */
  notes: { schema, secondCopy: {} },
  /** Each row comes back from a copy with more steps. */
  visits: { schema, secondCopy: { isFurther } },
  /** A deal is final once it has a time. */
  deals: { schema, secondCopy: { isFurther, finalAt } },
  /** An entry is ended by its deal. */
  entries: {
    schema,
    secondCopy: {
      isFurther,
      endedBy: (row) => (stepsOf(row) < 0 ? undefined : { collection: 'deals', key: 'v1' }),
    },
  },
  photos: {
    schema,
    secondCopy: {
      isEvictable: () => true,
      findUncopied: async (find) => {
        const received = await find('deals', (row) => finalAt(row) !== undefined)
        return (key) => !received.includes(key)
      },
    },
  },
}

const nameOf = ({ collection, key }: RowName) => `${collection}/${key}`
const toName = (name: string): RowName => {
  const [collection = '', key = ''] = name.split('/')
  return { collection, key }
}

/** Rows and copies by "collection/key". */
interface Phone {
  readonly rows: Map<string, unknown>
  readonly copies: Map<string, unknown>
}

/** What the restore has asked of the copies. */
interface Done {
  readonly read: string[]
  readonly added: RowChange[]
  readonly removed: string[]
}

function createDeps(phone: Phone, done: Done): RestoreDeps {
  const keysOf = (name: string) =>
    [...phone.rows.keys()].map(toName).flatMap((one) => (one.collection === name ? one.key : []))
  const copies = {
    list: () => Promise.resolve([...phone.copies.keys()].map(toName)),
    read: (name: RowName) => {
      done.read.push(nameOf(name))
      const copy = phone.copies.get(nameOf(name))
      return copy instanceof Error ? Promise.reject(copy) : Promise.resolve(copy)
    },
    has: (name: RowName) => Promise.resolve(phone.copies.has(nameOf(name))),
    aloneOrLate: (work: () => Promise<unknown>) => work(),
    add: (rows: readonly RowChange[]) => void done.added.push(...rows),
    remove: (names: readonly RowName[]) => {
      done.removed.push(...names.map(nameOf))
      return Promise.resolve()
    },
  } as unknown as RestoreDeps['copies']
  return {
    collections,
    copies,
    makeFreeSpace: () => Promise.resolve(),
    readKeys: (name) => Promise.resolve(keysOf(name)),
    findKeys: (name, isFound) =>
      Promise.resolve(keysOf(name).filter((key) => isFound(phone.rows.get(`${name}/${key}`), key))),
    readRow: (name) => Promise.resolve(phone.rows.get(nameOf(name))),
    hasRow: (name) => Promise.resolve(phone.rows.has(nameOf(name))),
    changeRow: (name, change) => {
      const changed = change(phone.rows.get(nameOf(name)))
      if (changed !== undefined) phone.rows.set(nameOf(name), changed)
      return Promise.resolve(changed !== undefined)
    },
    deleteRows: (name, keys) => {
      for (const key of keys) phone.rows.delete(`${name}/${key}`)
      return Promise.resolve()
    },
  }
}

/** @param changes of what the restore works with */
export function createRestore(changes: Partial<RestoreDeps> = {}) {
  const phone: Phone = { rows: new Map(), copies: new Map() }
  const done: Done = { read: [], added: [], removed: [] }
  const stopped = new AbortController()
  const deps = { ...createDeps(phone, done), ...changes }
  const restore = (...names: readonly string[]) => restoreLost(names, deps, stopped.signal)
  const run = async (...names: readonly string[]) => (await restore(...names)).count
  return { ...phone, done, deps, restore, run, stop: () => stopped.abort() }
}
