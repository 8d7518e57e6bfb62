/** Moves what an older release has stored in the default storage of the browser into the bucket. */
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb'
import { deleteDatabase, openDatabase } from './database.ts'

export interface OldStorage {
  readonly indexedDB: IDBFactory
  readonly findCaches: () => CacheStorage | undefined
  readonly databaseName: string
  readonly cacheName: string
  readonly locks: Pick<LockManager, 'request'> | undefined
}

export interface Target {
  readonly indexedDB: IDBFactory
  /** Missing on plain http. */
  readonly caches: CacheStorage | undefined
}

/** Can be repeated at any time: a row is deleted only after all rows are in the bucket. One tab at a time moves. */
export async function moveDefaults(target: Target, old: OldStorage): Promise<void> {
  const move = async () => {
    const { indexedDB, databaseName, cacheName } = old
    if (await hasDatabase(old)) {
      await moveRows(target, old)
      await deleteDatabase(indexedDB, databaseName)
    }
    const caches = old.findCaches()
    if (await caches?.has(cacheName)) {
      await moveCopies(target, old)
      await caches?.delete(cacheName)
    }
  }
  await (old.locks ? old.locks.request('veni-move', move) : move())
}

async function hasDatabase({ indexedDB, databaseName }: OldStorage): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === databaseName)
}

async function moveRows(target: Target, { databaseName }: OldStorage): Promise<void> {
  // Another tab that upgrades or deletes the database must not wait for this connection.
  const from = await openDB(databaseName, undefined, {
    blocking: (_current, _wanted, { target: own }) => (own as IDBDatabase).close(),
  })
  const stores = [...from.objectStoreNames]
  const to = await openDatabase({
    findIndexedDB: () => target.indexedDB,
    name: databaseName,
    stores,
  })
  try {
    for (const store of stores) await moveStore(store, from, to)
  } finally {
    from.close()
    to.close()
  }
}

/** One row at a time: a photo has megabytes. A row that cannot be read comes back from its copy. */
async function moveStore(store: string, from: IDBPDatabase, to: IDBPDatabase): Promise<void> {
  for (const key of await from.getAllKeys(store)) {
    const row: unknown = await from.get(store, key).catch(() => undefined)
    if (row !== undefined) await putMissing(row, key, to.transaction(store, 'readwrite', STRICT))
  }
}

const STRICT = { durability: 'strict' } as const

type Writing = IDBPTransaction<unknown, [string], 'readwrite'>

async function putMissing(row: unknown, key: IDBValidKey, { store, done }: Writing): Promise<void> {
  const writing = store
    .getKey(key)
    .then((present) => (present === undefined ? store.put(row, key) : undefined))
  await Promise.all([writing, done])
}

async function moveCopies(target: Target, old: OldStorage): Promise<void> {
  const from = await old.findCaches()?.open(old.cacheName)
  const to = await target.caches?.open(old.cacheName)
  for (const request of (await from?.keys()) ?? []) {
    const copy = await from?.match(request)
    if (copy && to && !(await to.match(request))) await to.put(request, copy)
  }
}
