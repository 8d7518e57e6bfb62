/**
 * Everything that this phone stores in its database, with one typed way to read and write each collection. The first
 * use of a collection with a second copy restores what the database has lost; lists of the runner's work wait for it.
 */
import type { Collection, Registry, RowName, RowOf } from './collection.ts'
import { createAccess, type Access } from './collection-access.ts'
import { createDatabase } from './database.ts'
import { createEngine, type ChangeOptions, type Engine } from './engine.ts'
import { createRawRows } from './raw-rows.ts'
import { restoreLost } from './restore.ts'
import { createRestoreRuns, type Restored, type RestoredListener } from './restore-runs.ts'
import type { Found } from './copy-rows.ts'
import { createSecondCopies } from './second-copy.ts'
import { createTransactions, type AroundTransaction, type Rows } from './transaction.ts'

export interface StorageDeps<R extends Registry> {
  readonly collections: R
  readonly databaseName: string
  readonly findIndexedDB: () => IDBFactory | Promise<IDBFactory>
  /** @returns undefined on plain http: then there is no second copy */
  readonly findCaches: () => Found<CacheStorage>
  readonly cacheName: string
  /** Closes the database by the given function, and deletes it and the cache. */
  readonly deleteAll?: (closeDatabase: () => Promise<void>) => Promise<void>
  /** Deletes what is elsewhere in the browser's storage and not needed as much as unsent work. */
  readonly evictMore?: () => Promise<void>
  readonly locks?: Pick<LockManager, 'request'> | undefined
  /** For the fault simulation. */
  readonly aroundTransaction?: AroundTransaction
}

type Names<R extends Registry> = keyof R & string
type RowsOf<R extends Registry, TName extends Names<R>> = {
  readonly [K in TName]: Rows<RowOf<R[K]>>
}

/** A write of one row; several are written together or not at all. */
export type WriteOf<R extends Registry> = {
  readonly [K in Names<R>]: { readonly collection: K; readonly key: string } & (
    | {
        /** undefined deletes the row. */
        readonly row: RowOf<R[K]> | undefined
      }
    | {
        /** @returns the new row; undefined leaves the stored one, which is undefined if missing or not readable */
        readonly change: (stored: RowOf<R[K]> | undefined) => RowOf<R[K]> | undefined
      }
    | {
        /** @returns the new row, which may depend on other rows of the collection */
        readonly make: (rows: Rows<RowOf<R[K]>>) => Promise<RowOf<R[K]>>
      }
  )
}[Names<R>]

export type Storage<R extends Registry> = {
  readonly [K in Names<R>]: Access<RowOf<R[K]>>
} & {
  /** Reads several collections as they are at one moment. `work` must wait for nothing but rows. */
  readonly read: <TName extends Names<R>, T>(
    names: readonly TName[],
    work: (rows: RowsOf<R, TName>) => Promise<T>,
  ) => Promise<T>
  /**
   * Does the work in one transaction, and resolves when it is on the disk; work that throws leaves no row behind. On a
   * full phone evictable rows are deleted, and the work is done once more from its beginning.
   */
  readonly change: <TName extends Names<R>, T>(
    names: readonly TName[],
    work: (rows: RowsOf<R, TName>) => Promise<T>,
    options?: ChangeOptions,
  ) => Promise<T>
  /** Writes all rows in one transaction, as `change` does. */
  readonly write: (writes: readonly WriteOf<R>[]) => Promise<void>
  /**
   * Calls the listener at the end of each restore of the collection, also of those after the browser has closed the
   * database while the page was open. @returns stops it
   */
  readonly onRestored: (name: Names<R>, listener: RestoredListener) => () => void
  /**
   * Restores the collection if that was not done, and waits however long it takes, also for the listeners. Rejects when it
   * cannot find out whether there are copies.
   */
  readonly whenRestored: (name: Names<R>) => Promise<Restored>
  /** Waits until the lists of awaited collections have what the database lost, three seconds at most. */
  readonly whenListsComplete: () => Promise<void>
  /** @returns the second copy of a row; undefined without one. Rejects when it is damaged. */
  readonly readCopy: (name: RowName) => Promise<unknown>
  /** Deletes what the server can send again, and copies that a full phone can do without. */
  readonly makeFreeSpace: () => Promise<void>
  /** Deletes all rows and copies, with their files. The next use begins with an empty database. */
  readonly deleteAll: () => Promise<void>
  /** Closes the database. The next use opens it again and restores what is lost, as at a start. */
  readonly close: () => Promise<void>
}

const accessAll = (entries: readonly [string, Collection][], engine: Engine) =>
  Object.fromEntries(
    entries.map(([name, collection]) => [name, createAccess(name, collection, engine)] as const),
  )

const listIndexes = ([store, { indexes = {} }]: [string, Collection]) =>
  Object.entries(indexes).map(([name, fields]) => ({ store, name, fields }))

export function createStorage<R extends Registry>(deps: StorageDeps<R>): Storage<R> {
  const { collections, findCaches, cacheName, locks } = deps
  const entries = Object.entries(collections)
  const database = createDatabase({
    findIndexedDB: deps.findIndexedDB,
    name: deps.databaseName,
    stores: [...new Set(entries.map(([name, { store = name }]) => store))],
    indexes: entries.flatMap(listIndexes),
    onOpened: (isAgain) => restores.opened(isAgain),
  })
  const transactions = createTransactions(database, collections, deps.aroundTransaction)
  const raw = createRawRows(transactions, collections)
  const copies = createSecondCopies({ findCaches, cacheName, locks, collections, ...raw })
  const makeFreeSpace = () => engine.makeFreeSpace()
  const restores = createRestoreRuns(collections, async (names, signal) =>
    (await copies.isPossible())
      ? restoreLost(names, { collections, copies, makeFreeSpace, ...raw }, signal)
      : { count: 0, left: [] },
  )
  const engine = createEngine({ ...deps, database, transactions, raw, copies, restores })
  const close = () => {
    restores.reset()
    return database.close()
  }
  return {
    ...accessAll(entries, engine),
    read: engine.read,
    change: engine.change,
    write: engine.write,
    makeFreeSpace: engine.makeFreeSpace,
    onRestored: restores.onRestored,
    whenRestored: restores.whenRestored,
    readCopy: engine.readCopy,
    whenListsComplete: engine.whenListsComplete,
    close,
    deleteAll: () => deps.deleteAll?.(close) ?? close(),
    // The types of the rows are those of the registry; inside they are `unknown`.
  } as unknown as Storage<R>
}
