/** The two stores of a phone's work, its database and the second copy, read and damaged without code of the app. */
import type { CacheFiles, PhoneCaches } from './cache-storage.ts'
import { sealingKeysOf } from './sealing.ts'

/** As the phones of the runners have them. */
const DATABASE = 'veni'
const SEALED = 'veni-sealed-work'
const CACHE = 'veni-second-copy'
const PATH = '/second-copy/'

/** The object stores whose rows have a copy. */
const COPIED = ['outbox', 'deals', 'photos', 'visits']

/** The rows of each object store by their keys. */
type StoreRows = ReadonlyMap<string, ReadonlyMap<string, unknown>>
export type Fields = Readonly<Record<string, unknown>>

/** The rows that have a copy, and the copies that can be read, by collection and key. */
export type Rows = ReadonlyMap<string, Fields>

/** The rows of a phone that have a copy, and the copies that can be read. */
export interface BothStores {
  readonly rows: Rows
  readonly copies: Rows
}

/** @returns undefined without a database */
export async function readDatabase(
  indexedDB: IDBFactory,
  wanted = DATABASE,
): Promise<StoreRows | undefined> {
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === wanted)) return undefined
  const database = await resultOf(indexedDB.open(wanted))
  const stores = [...database.objectStoreNames]
  const transaction = stores.length > 0 ? database.transaction(stores) : undefined
  const rows = await Promise.all(
    stores.map(async (name) => [name, await readStore(name, transaction)] as const),
  )
  database.close()
  return new Map(rows)
}

async function readStore(name: string, transaction: IDBTransaction | undefined) {
  const store = transaction?.objectStore(name)
  if (!store) return new Map<string, unknown>()
  const [keys, rows] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())])
  return new Map<string, unknown>((keys as string[]).map((key, at) => [key, rows[at]]))
}

/** @returns the ids of the entries that are sealed for the runner with this phone number */
export async function listSealedEntries(indexedDB: IDBFactory, phone: string): Promise<string[]> {
  const names = (await readDatabase(indexedDB, SEALED))?.get('rows')?.keys() ?? []
  const start = `${sealingKeysOf(phone).publicKey}|outbox|`
  return [...names].flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
}

/** To be called while no page is open. */
export const deleteDatabase = (indexedDB: IDBFactory): Promise<unknown> =>
  resultOf(indexedDB.deleteDatabase(DATABASE))

/** Gives the database the rows that it had before. Stores that were added since become empty. */
export async function replaceRows(indexedDB: IDBFactory, earlier: StoreRows): Promise<void> {
  const database = await resultOf(indexedDB.open(DATABASE))
  const stores = [...database.objectStoreNames]
  const transaction = database.transaction(stores, 'readwrite')
  const requests = stores.flatMap((name) => {
    const store = transaction.objectStore(name)
    const rows = [...(earlier.get(name) ?? [])]
    return [resultOf(store.clear()), ...rows.map(([key, row]) => resultOf(store.put(row, key)))]
  })
  await Promise.all(requests)
  database.close()
}

export const rowsIn = (stores: StoreRows): Rows =>
  new Map(
    COPIED.flatMap((name) =>
      [...(stores.get(name) ?? [])].map(([key, row]) => [`${name}/${key}`, row as Fields] as const),
    ),
  )

export const copiesOf = (caches: PhoneCaches): CacheFiles => caches.filesOf(CACHE)

/** @returns without those that are torn */
export function rowsOf(copies: CacheFiles): Rows {
  const rows = new Map<string, Fields>()
  for (const [path, body] of copies) {
    const row = readCopy(body)
    if (row) rows.set(nameOf(path), row)
  }
  return rows
}

/** Of each deal that has a copy. @returns its visit, and the path that the copy of its entry has */
export const listDealCopies = (copies: CacheFiles) =>
  [...copies.keys()].flatMap((path) => {
    const [collection, id] = nameOf(path).split('/')
    return collection === 'deals' && id
      ? [{ id, entry: `${PATH}outbox/${encodeURIComponent(id)}` }]
      : []
  })

function nameOf(path: string): string {
  const [collection, key = ''] = path.slice(PATH.length).split('/')
  return `${collection}/${decodeURIComponent(key)}`
}

/** A copy is JSON, a line feed, and the bytes of a photo. */
function readCopy(body: ArrayBuffer): Fields | undefined {
  const all = Buffer.from(body)
  const end = all.indexOf('\n')
  if (end < 0) return undefined
  const row = JSON.parse(all.toString('utf8', 0, end)) as Fields
  return end + 1 < all.length ? { ...row, bytes: all.subarray(end + 1) } : row
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('not read')))
  })
