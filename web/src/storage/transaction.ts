/** One transaction: all of its rows are written, or none. */
import * as v from 'valibot'
import type { IDBPTransaction } from 'idb'
import { withOtherFields } from '../lib/other-fields.ts'
import type { Collection, Registry, RowName, StoredRow } from './collection.ts'
import type { Database } from './database.ts'

interface TransactionInfo {
  readonly mode: 'readonly' | 'readwrite'
  readonly stores: readonly string[]
}

/**
 * Surrounds each transaction, also those of the restore and of the second copy. It can delay a transaction (call `run`
 * later), refuse it (never call `run`, or throw in `beforeCommit`, which undoes its rows) and cut it (never resolve).
 * @param run begins the transaction; resolves when it is on the disk. `beforeCommit` runs after its last request
 */
export type AroundTransaction = <T>(
  transaction: TransactionInfo,
  run: (beforeCommit?: () => void) => Promise<T>,
) => Promise<T>

/** The rows of a collection inside a transaction, parsed by its schema; undefined: missing or not readable. */
export interface Rows<TRow> {
  readonly get: (key: string) => Promise<TRow | undefined>
  readonly has: (key: string) => Promise<boolean>
  /** @param keys in the order of `getKeys` */
  readonly getMany: (keys: readonly string[]) => Promise<readonly (readonly [string, TRow])[]>
  /** @param start of the keys; default: all */
  readonly getKeys: (start?: string) => Promise<readonly string[]>
  /** The keys of the rows that have these values in the first fields of an index, in the order of its other fields. */
  readonly getKeysBy: (index: string, ...values: readonly string[]) => Promise<readonly string[]>
  /** The fields of an index of the last of these rows. */
  readonly getLastBy: (
    index: string,
    ...values: readonly string[]
  ) => Promise<readonly unknown[] | undefined>
  /** Returns a row that the schema does not match, too. */
  readonly getUnparsed: (key: string) => Promise<unknown>
  /** With the keys. Returns rows that the schema does not match, too. */
  readonly getAllUnparsed: () => Promise<readonly StoredRow[]>
  readonly put: (key: string, row: TRow) => Promise<void>
  readonly delete: (key: string) => Promise<void>
}

export type Idb = IDBPTransaction<unknown, string[], 'readwrite'>

export interface Transactions {
  readonly run: <T>(
    names: readonly string[],
    mode: TransactionInfo['mode'],
    work: (idb: Idb) => Promise<T>,
    durability?: IDBTransactionDurability,
  ) => Promise<T>
  readonly storeOf: (name: string) => string
}

export function createTransactions(
  database: Database,
  collections: Registry,
  around: AroundTransaction = (_transaction, run) => run(),
): Transactions {
  const storeOf = (name: string) => collections[name]?.store ?? name
  return {
    storeOf,
    run(names, mode, work, durability = 'strict') {
      const stores = [...new Set(names.map(storeOf))]
      return around({ mode, stores }, async (beforeCommit) => {
        const connection = await database.open()
        const idb = connection.transaction(stores, mode, { durability }) as Idb
        // A request's success is not enough: only `done` means that the transaction reached the disk. Both are awaited
        // together: a disk that refuses rejects the request and the transaction, and neither may stay unhandled.
        const [result] = await Promise.all([workOrUndo(idb, work, beforeCommit), idb.done])
        return result
      })
    },
  }
}

/** Work that throws leaves no row behind. */
async function workOrUndo<T>(
  idb: Idb,
  work: (idb: Idb) => Promise<T>,
  beforeCommit?: () => void,
): Promise<T> {
  try {
    const result = await work(idb)
    beforeCommit?.()
    return result
  } catch (error) {
    undo(idb)
    throw error
  }
}

function undo(idb: Idb): void {
  try {
    idb.abort()
  } catch (error) {
    // A transaction that has failed is undone already.
    if (!(error instanceof DOMException)) throw error
  }
}

/** @param onChange receives each row that is put or deleted */
export function rowsOf(
  idb: Idb,
  name: string,
  { store: storeName = name, schema }: Collection,
  onChange: (row: RowName & { readonly isDeleted?: boolean }) => void,
): Rows<unknown> {
  const store = idb.objectStore(storeName)
  return {
    get: async (key) => parseRow(schema, await store.get(key)),
    has: async (key) => (await store.getKey(key)) !== undefined,
    getMany: async (keys) => parseRows(schema, await readMany(store, keys)),
    getKeys: async (start) => (await store.getAllKeys(rangeOf(start))) as string[],
    getKeysBy: async (index, ...values) =>
      (await store.index(index).getAllKeys(rangeOfFields(values))) as string[],
    async getLastBy(index, ...values) {
      const last = await store.index(index).openKeyCursor(rangeOfFields(values), 'prev')
      return last?.key as readonly unknown[] | undefined
    },
    getUnparsed: (key) => store.get(key),
    getAllUnparsed: async () => readMany(store, (await store.getAllKeys()) as string[]),
    async put(key, row) {
      onChange({ collection: name, key })
      await store.put(row, key)
    },
    async delete(key) {
      onChange({ collection: name, key, isDeleted: true })
      await store.delete(key)
    },
  }
}

/** @param wanted keys in their order; rows that were added between them since are left out */
export async function readMany(
  store: Pick<ReturnType<Idb['objectStore']>, 'getAll' | 'getAllKeys'>,
  wanted: readonly string[],
): Promise<readonly StoredRow[]> {
  if (wanted.length === 0) return []
  const range = IDBKeyRange.bound(wanted[0], wanted.at(-1))
  const [keys, rows] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
  const isWanted = new Set<unknown>(wanted)
  return keys.flatMap((key, at) => (isWanted.has(key) ? [[key as string, rows[at]] as const] : []))
}

function parseRow(schema: v.GenericSchema, row: unknown): unknown {
  const parsed = v.safeParse(schema, row)
  // A newer release may have added fields to the row itself. A change by this release must not remove them.
  return parsed.success ? withOtherFields(parsed.output, row) : undefined
}

const parseRows = (schema: v.GenericSchema, rows: readonly StoredRow[]) =>
  rows.flatMap(([key, row]) => {
    const parsed = parseRow(schema, row)
    return parsed === undefined ? [] : [[key, parsed] as const]
  })

/** An array comes after every string and number, so the range has all values of the other fields. */
const rangeOfFields = (values: readonly string[]) => IDBKeyRange.bound(values, [...values, []])

const rangeOf = (start?: string) =>
  start === undefined ? undefined : IDBKeyRange.bound(start, `${start}\uffff`)
