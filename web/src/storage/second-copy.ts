/**
 * A second copy of a runner's work, in files of its own. A browser that is killed while it writes may leave its database
 * with a torn end: Chromium then forgets what its next life stores there, or begins anew, without a word
 * (docs/decisions/0022-second-copy-of-unsent-work.md). Cache Storage shares no file with the database.
 *
 * A copy is made of a row as it is when its turn comes, so that the last of several tabs to copy it is right. It goes
 * before its row does: what has no row and has a copy was lost, not deleted.
 */
import { phoneDatabase, type PhoneStore } from './database.ts'
import { reportProblem } from '../lib/report.ts'
import { wait } from '../lib/wait.ts'

export interface RowName {
  readonly store: PhoneStore
  readonly key: string
}

export interface RowChange extends RowName {
  readonly isDeleted?: boolean
}

const CACHE = 'veni-second-copy'
const PATH = '/second-copy/'

/** The database does not wait any longer for its copy. */
const LIMIT_MS = 1_000

const addressOf = ({ store, key }: RowName) => `${PATH}${store}/${encodeURIComponent(key)}`

/** Missing on plain http, whatever the types say. */
const storage = () => globalThis.caches as CacheStorage | undefined

export const canCopy = () => storage() !== undefined

/** One tab or worker at a time, where the browser can say so. */
const alone = <T>(work: () => Promise<T>) =>
  navigator.locks ? navigator.locks.request(CACHE, work) : work()

/** Rows that have changed since they were copied, by the address of their copy. */
const uncopied = new Map<string, RowChange>()
let isCopying = false

/** Takes rows that have changed and are on the disk. Nothing waits for their copies, or fails with them. */
export function copyRows(names: readonly RowChange[]): void {
  if (!storage()) return
  // What is kept only for reading needs none.
  const work = names.filter(({ store }) => store !== 'snapshots')
  for (const name of work) uncopied.set(addressOf(name), name)
  if (work.length > 0 && !isCopying) void copyAll()
}

async function copyAll(): Promise<void> {
  isCopying = true
  const failed: RowChange[] = []
  for (const [address, name] of uncopied) {
    try {
      // One after another: whoever deletes a row waits for one copy at most.
      await alone(() => copyRow(address))
    } catch (error) {
      reportProblem('No second copy was made', error)
      // A photo may be too large for this phone: it is tried again at the next start.
      if (name.store !== 'photos') failed.push(name)
    }
  }
  // With the next change.
  for (const name of failed) uncopied.set(addressOf(name), name)
  isCopying = false
}

async function copyRow(address: string): Promise<void> {
  const change = uncopied.get(address)
  if (!change) return
  uncopied.delete(address)
  const { store, key, isDeleted } = change
  const cache = await caches.open(CACHE)
  const row: unknown = await (await phoneDatabase()).get(store, key)
  if (isWorthACopy(store, row)) await cache.put(address, toResponse(row))
  // A row that is missing and was not deleted has been lost, under the open page.
  else if (row !== undefined || isDeleted) await cache.delete(address)
}

interface WithBytes {
  readonly bytes?: ArrayBuffer
  readonly url?: string
}

/** A photo whose bytes are gone, or that has an address at its host, is no longer on this phone alone. */
function isWorthACopy(store: PhoneStore, row: unknown): row is object {
  if (typeof row !== 'object' || row === null) return false
  const { bytes, url } = row as WithBytes
  return store !== 'photos' || (bytes !== undefined && url === undefined)
}

/** JSON has no bare line feed: what follows the first one is the bytes. */
const LINE_FEED = 10

function toResponse(value: object): Response {
  const { bytes, ...row } = value as WithBytes
  return new Response(new Blob([JSON.stringify(row), '\n', ...(bytes ? [bytes] : [])]))
}

/** @returns the row as it was stored; undefined when there is no such copy. Throws when it cannot be read */
export async function readCopy(name: RowName): Promise<unknown> {
  const copy = await (await storage()?.open(CACHE))?.match(addressOf(name))
  if (!copy) return undefined
  const all = await copy.arrayBuffer()
  const end = new Uint8Array(all).indexOf(LINE_FEED)
  const row = JSON.parse(new TextDecoder().decode(all.slice(0, end))) as object
  return name.store === 'photos' ? { ...row, bytes: all.slice(end + 1) } : row
}

/** Every row that has a copy. */
export async function listCopies(): Promise<RowName[]> {
  const requests = (await (await storage()?.open(CACHE))?.keys()) ?? []
  return requests.map(({ url }) => {
    const [store = '', key = ''] = new URL(url).pathname.slice(PATH.length).split('/')
    return { store: store as PhoneStore, key: decodeURIComponent(key) }
  })
}

/** Before the rows themselves are deleted. Never rejects, and takes a second at most. */
export async function dropCopies(names: readonly RowName[]): Promise<void> {
  if (names.length > 0) await drop(() => Promise.resolve(names))
}

/** As {@link dropCopies}, of a store's rows whose keys begin so. */
export function dropCopiesOf(store: PhoneStore, start: string): Promise<void> {
  return drop(async () =>
    (await listCopies()).filter((name) => name.store === store && name.key.startsWith(start)),
  )
}

/** As {@link dropCopies}, on a full phone: the large ones, of photos that the database has. */
export function dropPhotoCopies(): Promise<void> {
  return drop(async () => {
    const present = new Set(await (await phoneDatabase()).getAllKeys('photos'))
    return (await listCopies()).filter(({ store, key }) => store === 'photos' && present.has(key))
  })
}

async function drop(find: () => Promise<readonly RowName[]>): Promise<void> {
  if (!storage()) return
  const dropping = alone(async () => {
    const cache = await caches.open(CACHE)
    for (const name of await find()) {
      uncopied.delete(addressOf(name))
      await cache.delete(addressOf(name))
    }
  })
  const reported = dropping.catch((error: unknown) => reportProblem('A copy stays', error))
  await Promise.race([reported, wait(LIMIT_MS)])
}
