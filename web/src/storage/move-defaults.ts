/** Moves what an older release has stored in the default storage of the browser into the bucket. */
import { openDB, type IDBPDatabase } from 'idb'
import { reportProblem } from '../lib/report.ts'
import { wait } from '../lib/wait.ts'
import { collections } from './collections.ts'
import type { Registry } from './collection.ts'
import { deleteDatabase, openDatabase } from './database.ts'
import { fromBuffer } from './row-bytes.ts'
import { addressOf } from './copy-rows.ts'
import { isFull } from './storage-problem.ts'

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

/** A tab that is frozen in the middle of a move, or that still uses the old database, must not hold up a start. */
const LIMIT_MS = 3_000

/**
 * Can be repeated at any time; one tab at a time moves. Throws when a row cannot be moved now: it stays where it is, and
 * the next call goes on with it.
 * @returns false when the phone is too full to move even one row: then all work is in the default storage
 */
export async function moveDefaults(target: Target, old: OldStorage): Promise<boolean> {
  const move = async () => {
    if ((await hasDatabase(old)) && !(await moveDatabase(target, old))) return false
    await moveCopies(target, old)
    return true
  }
  if (!old.locks) return move()
  const signal = AbortSignal.timeout(LIMIT_MS)
  return old.locks.request('veni-move', { signal }, move)
}

async function hasDatabase({ indexedDB, databaseName }: OldStorage): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === databaseName)
}

async function moveDatabase(target: Target, old: OldStorage): Promise<boolean> {
  const from = await openOld(old)
  const stores = [...from.objectStoreNames].toSorted(byImportance)
  const { databaseName: name } = old
  const to = await openDatabase({ findIndexedDB: () => target.indexedDB, name, stores })
  try {
    await moveRows({ from, to, stores, old })
    if (await hasRows(from, stores)) return true
  } catch (error) {
    if (!isFull(error) || (await hasRows(to, stores))) throw error
    reportProblem('This phone is too full for a move into the bucket', error)
    return false
  } finally {
    from.close()
    to.close()
  }
  await deleteDatabase(old.indexedDB, name)
  return true
}

/** A deletion that waits for another tab holds up each opening of the same database. */
async function openOld({ databaseName }: OldStorage): Promise<IDBPDatabase> {
  let isLate = false
  const opening = openDB(databaseName, undefined, {
    // Another tab that upgrades or deletes the database must not wait for this connection.
    blocking: (_current, _wanted, { target }) => (target as IDBDatabase).close(),
  })
  const late = wait(LIMIT_MS).then(() => {
    isLate = true
    throw new DOMException('Another tab holds the old database', 'TimeoutError')
  })
  // A connection that comes too late must not hold up the deletion.
  opening.then((database) => isLate && database.close()).catch(() => undefined)
  return Promise.race([opening, late])
}

/** Open visits move first. An entry moves after its photos and its deal. Stores of newer releases move last. */
function byImportance(one: string, other: string): number {
  const order = ['visits', ...Object.keys(collections)]
  const placeOf = (store: string) => (order.includes(store) ? order.indexOf(store) : order.length)
  return placeOf(one) - placeOf(other)
}

async function hasRows(database: IDBPDatabase, stores: readonly string[]): Promise<boolean> {
  for (const store of stores) if ((await database.count(store)) > 0) return true
  return false
}

interface Move {
  readonly from: IDBPDatabase
  readonly to: IDBPDatabase
  readonly stores: readonly string[]
  readonly old: OldStorage
}

/** One row at a time: a photo has megabytes, and a phone that is nearly full has space for one row only. */
async function moveRows(move: Move): Promise<void> {
  let hasMadeSpace = false
  const moveOrMakeSpace = async (store: string, key: IDBValidKey) => {
    try {
      await moveRow(store, key, move)
    } catch (error) {
      if (!isFull(error) || hasMadeSpace) throw error
      hasMadeSpace = true
      await makeSpace(move)
      await moveRow(store, key, move)
    }
  }
  for (const store of move.stores)
    for (const key of await move.from.getAllKeys(store)) await moveOrMakeSpace(store, key)
}

async function moveRow(store: string, key: IDBValidKey, move: Move): Promise<void> {
  const { from, to, old } = move
  const row = await readRow(from, store, key)
  const copies = await openOldCopies(old)
  const address = addressOf({ collection: store, key: key as string })
  if (row === UNREADABLE) {
    // The copy brings the row back. Without a copy the row stays: perhaps the next start can read it.
    if (await copies?.match(address)) await from.delete(store, key)
    return
  }
  // Deleted meanwhile, to make space.
  if (row === undefined) return
  // The reserve of free space is written anew.
  if (!(row instanceof Uint8Array)) {
    const copy = await readFurtherCopy(store, row, await copies?.match(address))
    await putFurther(store, key, copy ?? row, to)
  }
  // The bucket makes its own copy. An old one would bring the row back after it was sent and deleted.
  await copies?.delete(address)
  // Otherwise a tab of the older release has changed it meanwhile.
  if (!(await deleteUnchanged(store, key, row, from))) await moveRow(store, key, move)
}

const openOldCopies = async ({ findCaches, cacheName }: OldStorage) => {
  const caches = findCaches()
  return (await caches?.has(cacheName)) ? caches?.open(cacheName) : undefined
}

const UNREADABLE = Symbol('unreadable')
/** Chromium reports the second name, too, for bytes that it has lost. */
const LOST = ['NotReadableError', 'DataError']

async function readRow(from: IDBPDatabase, store: string, key: IDBValidKey): Promise<unknown> {
  try {
    return (await from.get(store, key)) as unknown
  } catch (error) {
    if (!(error instanceof DOMException) || !LOST.includes(error.name)) throw error
    reportProblem('An old row was not read', error)
    return UNREADABLE
  }
}

const isFurtherOf = (store: string) => (collections as Registry)[store]?.secondCopy?.isFurther

/** The old database may have lost its last writes. @returns undefined when the row is as new as its copy */
async function readFurtherCopy(
  store: string,
  row: unknown,
  copy: Response | undefined,
): Promise<unknown> {
  const isFurther = isFurtherOf(store)
  if (!copy || !isFurther) return undefined
  const copied = fromBuffer(await copy.arrayBuffer(), false)
  return isFurther(copied, row) ? copied : undefined
}

const STRICT = { durability: 'strict' } as const

async function putFurther(
  store: string,
  key: IDBValidKey,
  row: unknown,
  to: IDBPDatabase,
): Promise<void> {
  const isFurther = isFurtherOf(store)
  const writing = to.transaction(store, 'readwrite', STRICT)
  const put = async () => {
    const present: unknown = await writing.store.get(key)
    if (present === undefined || isFurther?.(row, present)) await writing.store.put(row, key)
  }
  await Promise.all([put(), writing.done])
}

async function deleteUnchanged(
  store: string,
  key: IDBValidKey,
  row: unknown,
  from: IDBPDatabase,
): Promise<boolean> {
  const deleting = from.transaction(store, 'readwrite', STRICT)
  const deleteIt = async () => {
    const now: unknown = await deleting.store.get(key)
    const isUnchanged = now === undefined || isSameRow(now, row)
    if (isUnchanged) await deleting.store.delete(key)
    return isUnchanged
  }
  const [isUnchanged] = await Promise.all([deleteIt(), deleting.done])
  return isUnchanged
}

/** The bytes of a photo never change. */
function isSameRow(one: unknown, other: unknown): boolean {
  const [row, otherRow] = [Object(one) as WithBytes, Object(other) as WithBytes]
  const isSameText = JSON.stringify(row) === JSON.stringify(otherRow)
  return isSameText && row.bytes?.byteLength === otherRow.bytes?.byteLength
}

interface WithBytes {
  readonly bytes?: ArrayBuffer
}

/** Deletes what the server can send again, and copies of photos that are there. */
async function makeSpace({ from, stores, old }: Move): Promise<void> {
  const registry: readonly [string, Registry[string]][] = Object.entries(collections)
  for (const [name, { store = name, isEvictable }] of registry) {
    if (!isEvictable || !stores.includes(store)) continue
    const keys = (await from.getAllKeys(store)) as string[]
    for (const key of keys.filter(isEvictable)) await from.delete(store, key)
  }
  const copies = await openOldCopies(old)
  const photoIds = stores.includes('photos') ? ((await from.getAllKeys('photos')) as string[]) : []
  for (const key of photoIds)
    if ((await readRow(from, 'photos', key)) !== UNREADABLE)
      await copies?.delete(addressOf({ collection: 'photos', key }))
}

/** Moves the copies that are left: those of rows that the old database has lost. */
async function moveCopies(target: Target, old: OldStorage): Promise<void> {
  const caches = old.findCaches()
  if (!(await caches?.has(old.cacheName))) return
  const from = await caches?.open(old.cacheName)
  const to = await target.caches?.open(old.cacheName)
  for (const request of (await from?.keys()) ?? []) {
    const copy = await from?.match(request)
    if (copy && to && !(await to.match(request))) await to.put(request, copy)
    await from?.delete(request)
  }
  await caches?.delete(old.cacheName)
}
