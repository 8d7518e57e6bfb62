/** Copies changed rows to Cache Storage, some at a time, and deletes the copies of rows that ended. */
import { reportProblem } from '../lib/report.ts'
import type { Registry, RowName } from './collection.ts'
import { toBuffer } from './row-bytes.ts'

export interface RowChange extends RowName {
  readonly isDeleted?: boolean
  /**
   * The row that has ended this one (`Collection.endedBy`). The copy of this row is deleted after that of the other one is
   * made: a browser that dies in between, and then loses its database, has the one or the other.
   */
  readonly endedBy?: RowName
}

export type Found<T> = T | undefined | Promise<T | undefined>

export interface CopyDeps {
  /** @returns undefined on plain http: then there are no copies */
  readonly findCaches: () => Found<CacheStorage>
  /** One tab or worker at a time copies, deletes copies or restores a row, where the browser has locks. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly cacheName: string
  readonly collections: Registry
  /** @returns the row as it is stored */
  readonly readRow: (name: RowName) => Promise<unknown>
  readonly hasRow: (name: RowName) => Promise<boolean>
}

export const PATH = '/second-copy/'
export const addressOf = ({ collection, key }: RowName) =>
  `${PATH}${collection}/${encodeURIComponent(key)}`

/** Rows that have changed since they were copied, by the address of their copy. */
export type Uncopied = Map<string, RowChange>

export const rulesOf = ({ collection }: RowName, { collections }: CopyDeps) =>
  collections[collection]?.secondCopy

export const openCache = async ({ findCaches, cacheName }: CopyDeps) =>
  (await findCaches())?.open(cacheName)

export const alone = <T>({ locks, cacheName }: CopyDeps, work: () => Promise<T>) =>
  locks ? locks.request(cacheName, work) : work()

export function createCopier(deps: CopyDeps, uncopied: Uncopied) {
  let isCopying = false

  async function copyAll(): Promise<void> {
    isCopying = true
    const copy = async ([address, change]: readonly [string, RowChange]) => {
      try {
        await copyRow(address, deps, uncopied)
      } catch (error) {
        reportProblem('No second copy was made', error)
        // Tried again with the next change. Bytes may be too large for this phone: they are tried again at the next start.
        const isTriedAgain = !rulesOf(change, deps)?.hasBytes && !uncopied.has(address)
        if (isTriedAgain) uncopied.set(address, change)
      }
    }
    const tried = new Set<RowChange>()
    for (let some = nextGroup(uncopied, tried, deps); some.length > 0;) {
      for (const [, change] of some) tried.add(change)
      await alone(deps, () => Promise.all(some.map(copy))).catch((error: unknown) =>
        reportProblem('No second copy was made', error),
      )
      some = nextGroup(uncopied, tried, deps)
    }
    isCopying = false
  }

  return (changes: readonly RowChange[]): void => {
    const work = changes.filter((change) => rulesOf(change, deps))
    for (const change of work) {
      const address = addressOf(change)
      // A row that was deleted stays deleted here, also if another change asks for its copy before the copy is made.
      const isDeleted = change.isDeleted === true || uncopied.get(address)?.isDeleted === true
      uncopied.set(address, { ...change, isDeleted })
    }
    if (work.length > 0 && !isCopying) void copyAll()
  }
}

/** A tab that deletes a row waits for one group at most. A row with bytes is a group of its own. */
const COPIED_TOGETHER = 20

function nextGroup(uncopied: Uncopied, tried: ReadonlySet<RowChange>, deps: CopyDeps) {
  const group: (readonly [string, RowChange])[] = []
  for (const [address, change] of uncopied) {
    const isEarly = change.endedBy && uncopied.has(addressOf(change.endedBy))
    if (isEarly || tried.has(change) || isAfterOther(change, uncopied, tried, deps)) continue
    group.push([address, change])
    if (group.length === COPIED_TOGETHER || rulesOf(change, deps)?.hasBytes) break
  }
  return group
}

/** Whether the row that its collection copies first (`copiedAfter`) has changed too, and can still get its copy. */
function isAfterOther(
  { collection, key }: RowChange,
  uncopied: Uncopied,
  tried: ReadonlySet<RowChange>,
  { collections }: CopyDeps,
): boolean {
  const first = collections[collection]?.secondCopy?.copiedAfter?.(key)
  const change = first && uncopied.get(addressOf(first))
  return change !== undefined && change.isDeleted !== true && !tried.has(change)
}

async function copyRow(address: string, deps: CopyDeps, uncopied: Uncopied): Promise<void> {
  const change = uncopied.get(address)
  const cache = await openCache(deps)
  uncopied.delete(address)
  if (!change || !cache) return
  const row = await deps.readRow(change)
  const { isNeeded = () => true } = rulesOf(change, deps) ?? {}
  if (isObject(row) && isNeeded(row)) await cache.put(address, new Response(toBuffer(row)))
  // A row that is missing and was not deleted was lost while the page was open.
  else if (row !== undefined || (await isDeleted(change, deps))) await cache.delete(address)
}

/** A database that has lost the ended row has lost the other one, too: the restore needs both copies. */
const isDeleted = async ({ isDeleted = false, endedBy }: RowChange, deps: CopyDeps) =>
  isDeleted && (endedBy === undefined || isFinal(endedBy, deps))

/** Whether the row is there and cannot change any more. */
export async function isFinal(
  name: RowName,
  { collections, readRow }: Pick<CopyDeps, 'collections' | 'readRow'>,
): Promise<boolean> {
  const finalAt = collections[name.collection]?.secondCopy?.finalAt
  return finalAt?.(await readRow(name)) !== undefined
}

const isObject = (row: unknown): row is object => typeof row === 'object' && row !== null
