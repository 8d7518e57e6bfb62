/**
 * A second copy of a runner's work, in files of its own. A browser that is killed while it writes may leave its database
 * with a torn end: Chromium then forgets what its next life stores there, or begins anew, without a word
 * (docs/decisions/0022-a-second-copy.md). Cache Storage shares no file with the database.
 */
import type { PhoneStore } from './database.ts'
import { reportProblem } from './report.ts'

export interface RowName {
  readonly store: PhoneStore
  readonly key: string
}

export interface RowChange extends RowName {
  /** undefined when the row was deleted. */
  readonly value: unknown
}

const CACHE = 'veni-second-copy'
const PATH = '/second-copy/'
/** In which a copy carries its row; its bytes are the body. */
const ROW_HEADER = 'row'

const addressOf = ({ store, key }: RowName) => `${PATH}${store}/${encodeURIComponent(key)}`

/** Missing on plain http, whatever the types say. */
const storage = () => globalThis.caches as CacheStorage | undefined

/** The newest of each row that is not copied yet, by its address. */
const uncopied = new Map<string, RowChange>()
let isCopying = false

/** Takes changes that are on the disk. What is kept only for reading needs no copy; nothing waits for one, or fails with it. */
export function copyRows(changes: readonly RowChange[]): void {
  if (!storage()) return
  for (const change of changes)
    if (change.store !== 'snapshots') uncopied.set(addressOf(change), change)
  if (!isCopying && uncopied.size > 0) void copyAll()
}

async function copyAll(): Promise<void> {
  isCopying = true
  try {
    const cache = await storage()?.open(CACHE)
    for (const [address, { store, value }] of uncopied) {
      uncopied.delete(address)
      if (isWorthACopy(store, value)) await cache?.put(address, toResponse(value))
      else await cache?.delete(address)
    }
  } catch (error) {
    reportProblem('No second copy was made', error)
    // They would fill the memory of a phone that is full already.
    uncopied.clear()
  }
  isCopying = false
}

interface WithBytes {
  readonly bytes?: ArrayBuffer
}

/** The office has a photo that is on the phone no more. */
const isWorthACopy = (store: PhoneStore, value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (store !== 'photos' || (value as WithBytes).bytes !== undefined)

function toResponse(value: object): Response {
  const { bytes, ...row } = value as WithBytes
  const headers = { [ROW_HEADER]: encodeURIComponent(JSON.stringify(row)) }
  return new Response(bytes ?? null, { headers })
}

/** Every row that has a copy. */
export async function listCopies(): Promise<RowName[]> {
  const requests = (await (await storage()?.open(CACHE))?.keys()) ?? []
  return requests.map(({ url }) => {
    const [store = '', key = ''] = new URL(url).pathname.slice(PATH.length).split('/')
    return { store: store as PhoneStore, key: decodeURIComponent(key) }
  })
}

/** @returns the row as it was stored; undefined when there is no such copy, or it cannot be read */
export async function readCopy(name: RowName): Promise<unknown> {
  const copy = await (await storage()?.open(CACHE))?.match(addressOf(name))
  const text = copy?.headers.get(ROW_HEADER)
  if (!copy || !text) return undefined
  const row = JSON.parse(decodeURIComponent(text)) as object
  return name.store === 'photos' ? { ...row, bytes: await copy.arrayBuffer() } : row
}

export function dropCopies(names: readonly RowName[]): void {
  copyRows(names.map((name) => ({ ...name, value: undefined })))
}

/** On a full phone: of all copies these are the large ones. */
export async function dropPhotoCopies(): Promise<void> {
  dropCopies((await listCopies()).filter(({ store }) => store === 'photos'))
}
