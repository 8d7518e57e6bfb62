/**
 * The second copies of rows (docs/decisions/0022-second-copy-of-unsent-work.md). A copy is made from the row at that
 * moment, so the last of several tabs copies the newest state. The app deletes a copy before its row, or after another
 * copy that names the row as ended (`endedBy`). So any other copy without a row means that the database lost the row.
 */
import { inSlices } from '../lib/in-slices.ts'
import { reportProblem } from '../lib/report.ts'
import { wait } from '../lib/wait.ts'
import { fromBuffer } from './row-bytes.ts'
import { isUnder, type RowName } from './collection.ts'
import {
  addressOf,
  alone,
  createCopier,
  openCache,
  PATH,
  rulesOf,
  type CopyDeps,
  type RowChange,
  type Uncopied,
} from './copy-rows.ts'

export type SecondCopies = ReturnType<typeof createSecondCopies>

/** The copy can be read, but `isWhole` of its collection says that a part of its bytes is missing. */
export class CutCopyError extends Error {
  override readonly name = 'CutCopyError'
  constructor() {
    super('A part of the copy is missing')
  }
}

/** A change of the database waits no longer than this for its copy. */
const LIMIT_MS = 1_000

export function createSecondCopies(deps: CopyDeps) {
  /** Rows that have changed since they were copied, by the address of their copy. */
  const uncopied: Uncopied = new Map()
  const findCopy = async (name: RowName) => (await openCache(deps))?.match(addressOf(name))
  const add = createCopier(deps, uncopied)
  return {
    isPossible: async () => (await deps.findCaches()) !== undefined,
    /** Copies rows that have changed on the disk. The caller does not wait for this, and does not fail with it. */
    add,
    /** @returns the row as it was stored; undefined without a copy. Rejects when the copy cannot be read, with `CutCopyError` when it is not whole */
    async read(name: RowName): Promise<unknown> {
      const copy = await findCopy(name)
      if (!copy) return undefined
      const { hasBytes, isWhole } = rulesOf(name, deps) ?? {}
      const row = fromBuffer(await copy.arrayBuffer(), hasBytes === true)
      if ((await isWhole?.(row)) === false) throw new CutCopyError()
      return row
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

/** As `alone`, but a tab that holds the lock and does not answer delays the work for a second only. */
async function aloneOrLate<T>({ locks, cacheName }: CopyDeps, work: () => Promise<T>): Promise<T> {
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

async function listCopies(deps: CopyDeps): Promise<RowName[]> {
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
function createTimedRemoval(deps: CopyDeps, uncopied: Uncopied) {
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
  deps: CopyDeps,
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
