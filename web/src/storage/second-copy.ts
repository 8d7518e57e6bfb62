/**
 * The second copies of rows (docs/decisions/0022-second-copy-of-unsent-work.md). A copy is made from the row at that
 * moment, so the last of several tabs copies the newest state. The app deletes a copy before its row. So a copy without
 * a row means that the database lost the row.
 */
import { inSlices } from '../lib/in-slices.ts'
import { reportProblem } from '../lib/report.ts'
import { wait } from '../lib/wait.ts'
import { fromBuffer, toBlob } from './row-bytes.ts'
import { isUnder, type Registry, type RowName } from './collection.ts'

export interface RowChange extends RowName {
  readonly isDeleted?: boolean
}

export type Found<T> = T | undefined | Promise<T | undefined>

export interface SecondCopyDeps {
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

export type SecondCopies = ReturnType<typeof createSecondCopies>

const PATH = '/second-copy/'
export const addressOf = ({ collection, key }: RowName) =>
  `${PATH}${collection}/${encodeURIComponent(key)}`

/** A change of the database waits no longer than this for its copy. */
const LIMIT_MS = 1_000

type Uncopied = Map<string, RowChange>

export function createSecondCopies(deps: SecondCopyDeps) {
  /** Rows that have changed since they were copied, by the address of their copy. */
  const uncopied: Uncopied = new Map()
  const findCopy = async (name: RowName) => (await openCache(deps))?.match(addressOf(name))
  const add = createCopier(deps, uncopied)
  return {
    isPossible: async () => (await deps.findCaches()) !== undefined,
    /** Copies rows that have changed on the disk. The caller does not wait for this, and does not fail with it. */
    add,
    /** @returns the row as it was stored; undefined without a copy. Rejects when the copy cannot be read */
    async read(name: RowName): Promise<unknown> {
      const copy = await findCopy(name)
      return copy && fromBuffer(await copy.arrayBuffer(), rulesOf(name, deps)?.hasBytes === true)
    },
    has: async (name: RowName): Promise<boolean> => (await findCopy(name)) !== undefined,
    /**
     * Does the work while no tab or worker copies a row or deletes a copy. It waits for that a second at most. The work
     * must not copy a row or delete a copy with these functions: it would wait for itself.
     */
    aloneOrLate: <T>(work: () => Promise<T>) => aloneOrLate(deps, work),
    /** Every row that has a copy. */
    list: () => listCopies(deps),
    ...createRemover(deps, uncopied, add),
  }
}

const rulesOf = ({ collection }: RowName, { collections }: SecondCopyDeps) =>
  collections[collection]?.secondCopy

const openCache = async ({ findCaches, cacheName }: SecondCopyDeps) =>
  (await findCaches())?.open(cacheName)

const alone = <T>({ locks, cacheName }: SecondCopyDeps, work: () => Promise<T>) =>
  locks ? locks.request(cacheName, work) : work()

/** As `alone`, but a tab that holds the lock and does not answer delays the work for a second only. */
async function aloneOrLate<T>(
  { locks, cacheName }: SecondCopyDeps,
  work: () => Promise<T>,
): Promise<T> {
  if (!locks) return work()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), LIMIT_MS)
  let isBegun = false
  const begin = () => {
    clearTimeout(timer)
    isBegun = true
    return work()
  }
  try {
    return await locks.request(cacheName, { signal: waiting.signal }, begin)
  } catch (error) {
    if (isBegun) throw error
    return begin()
  }
}

function createCopier(deps: SecondCopyDeps, uncopied: Uncopied) {
  let isCopying = false

  async function copyAll(): Promise<void> {
    isCopying = true
    const failed: RowChange[] = []
    const copy = async ([address, change]: readonly [string, RowChange]) => {
      try {
        await copyRow(address, deps, uncopied)
      } catch (error) {
        reportProblem('No second copy was made', error)
        // Bytes may be too large for this phone: they are tried again at the next start.
        if (!rulesOf(change, deps)?.hasBytes) failed.push(change)
      }
    }
    const tried = new Set<RowChange>()
    for (let some = nextGroup(uncopied, tried, deps); some.length > 0;) {
      await alone(deps, () => Promise.all(some.map(copy))).catch((error: unknown) => {
        reportProblem('No second copy was made', error)
        failed.push(...some.map(([, change]) => change))
      })
      some = nextGroup(uncopied, tried, deps)
    }
    // Tried again with the next change.
    for (const change of failed) uncopied.set(addressOf(change), change)
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

function nextGroup(uncopied: Uncopied, tried: Set<RowChange>, deps: SecondCopyDeps) {
  const group: (readonly [string, RowChange])[] = []
  for (const [address, change] of uncopied) {
    if (tried.has(change)) continue
    tried.add(change)
    group.push([address, change])
    if (group.length === COPIED_TOGETHER || rulesOf(change, deps)?.hasBytes) break
  }
  return group
}

async function copyRow(address: string, deps: SecondCopyDeps, uncopied: Uncopied): Promise<void> {
  const change = uncopied.get(address)
  const cache = await openCache(deps)
  uncopied.delete(address)
  if (!change || !cache) return
  const row = await deps.readRow(change)
  const { isNeeded = () => true } = rulesOf(change, deps) ?? {}
  if (isObject(row) && isNeeded(row)) await cache.put(address, new Response(toBlob(row)))
  // A row that is missing and was not deleted was lost while the page was open.
  else if (row !== undefined || change.isDeleted) await cache.delete(address)
}

async function listCopies(deps: SecondCopyDeps): Promise<RowName[]> {
  const cache = await openCache(deps)
  const requests = (await cache?.keys()) ?? []
  return requests.flatMap(({ url }) => {
    const [collection = '', key = ''] = new URL(url).pathname.slice(PATH.length).split('/')
    try {
      return [{ collection, key: decodeURIComponent(key) }]
    } catch {
      // No row has such a key. The copies of the others must come back all the same.
      return []
    }
  })
}

const REMOVED_TOGETHER = 50

type Find = () => Promise<readonly RowName[]>

/** @returns deletes copies, and takes a second at most; `onLate` receives the names of a deletion that took longer */
function createTimedRemoval(deps: SecondCopyDeps, uncopied: Uncopied) {
  async function removeFound(find: Find): Promise<readonly RowName[]> {
    const cache = await openCache(deps)
    if (!cache) return []
    const names = await find()
    for (const some of inSlices(names, REMOVED_TOGETHER))
      await Promise.all(
        some.map(async (name) => {
          uncopied.delete(addressOf(name))
          await cache.delete(addressOf(name))
        }),
      )
    return names
  }

  return async (find: Find, onLate?: (names: readonly RowName[]) => void): Promise<void> => {
    let isLate = false
    const late = wait(LIMIT_MS).then(() => (isLate = true))
    const removing = alone(deps, () => removeFound(find))
      .then((names) => isLate && onLate?.(names))
      .catch((error: unknown) => reportProblem('A copy was not deleted', error))
    await Promise.race([removing, late])
  }
}

function createRemover(
  deps: SecondCopyDeps,
  uncopied: Uncopied,
  add: (changes: readonly RowChange[]) => void,
) {
  const removeInTime = createTimedRemoval(deps, uncopied)
  /** The row did not wait for a late deletion. If it has stayed it is copied; otherwise the copy stays deleted. */
  const copyAgain = (names: readonly RowName[]) =>
    add(names.map((name) => ({ ...name, isDeleted: true })))

  return {
    /** To be called before the rows are deleted. Never rejects, and takes a second at most. */
    async remove(names: readonly RowName[]): Promise<void> {
      const copied = names.filter((name) => rulesOf(name, deps))
      if (copied.length > 0) await removeInTime(() => Promise.resolve(copied), copyAgain)
    },
    /** As `remove`, for all rows whose keys begin with the key of `start`. */
    removeFrom: (start: RowName) =>
      removeInTime(
        async () => (await listCopies(deps)).filter((name) => isUnder(start, name)),
        copyAgain,
      ),
    /** The large copies that a full phone can do without: their rows are there. */
    removeEvictable: () =>
      removeInTime(async () => {
        const copies = await listCopies(deps)
        const evictable = copies.filter((name) => rulesOf(name, deps)?.isEvictable?.(name.key))
        const isPresent = await Promise.all(evictable.map(deps.hasRow))
        return evictable.filter((_, at) => isPresent[at])
      }),
  }
}

const isObject = (row: unknown): row is object => typeof row === 'object' && row !== null
