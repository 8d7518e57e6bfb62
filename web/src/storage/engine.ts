/** How every read and write runs, whatever its rows are. */
import { invariant } from '../lib/invariant.ts'
import { isUnder, type Registry, type RowName } from './collection.ts'
import type { Database } from './database.ts'
import type { RawRows } from './raw-rows.ts'
import type { RestoreRuns } from './restore-runs.ts'
import type { RowChange } from './copy-rows.ts'
import type { SecondCopies } from './second-copy.ts'
import { onFullAgain } from './storage-problem.ts'
import { rowsOf, type Idb, type Rows, type Transactions } from './transaction.ts'

export interface ChangeOptions {
  readonly durability?: IDBTransactionDurability
  /** The rows of which the work may delete some. A copy is deleted before its row, and copied again if the row stays. */
  readonly deletes?: readonly RowName[]
  /** As `deletes`, for all rows whose keys begin with this key. */
  readonly deletesFrom?: RowName
  /**
   * As `deletes`, for rows that another row of the change ends. Their copies are deleted after the copy of that row is
   * made, and the change does not wait for this: a restore brings no ended row back.
   */
  readonly ends?: readonly EndedRow[]
  /** For changes that a restore can do without: the copy stays as it is until the next change. */
  readonly isUncopied?: boolean
}

type EndedRow = RowName & Required<Pick<RowChange, 'endedBy'>>

interface EngineDeps {
  readonly collections: Registry
  readonly database: Database
  readonly transactions: Transactions
  readonly raw: RawRows
  readonly copies: SecondCopies
  readonly restores: RestoreRuns
  readonly evictMore?: () => Promise<void>
}

type AllRows = Readonly<Record<string, Rows<unknown>>>
type Work<T> = (rows: AllRows) => Promise<T>
/** At most one of a row in a list: of several changes only the last would count. */
type Write = RowName &
  (
    | { readonly row: unknown }
    | { readonly change: (stored: unknown) => unknown }
    | { readonly make: (rows: Rows<unknown>) => Promise<unknown> }
  )

export type Engine = ReturnType<typeof createEngine>

export function createEngine(deps: EngineDeps) {
  const { collections, database, transactions, restores, copies } = deps
  const change = createChange(deps)

  function read<T>(names: readonly string[], work: Work<T>): Promise<T> {
    restores.begin(names)
    return transactions.run(names, 'readonly', (idb) =>
      work(rowsIn(idb, names, collections, refuse)),
    )
  }

  async function whenListsComplete(): Promise<void> {
    restores.beginAwaited()
    // Opening the database again after the browser has closed it starts another restore, which the list must wait for.
    await database.open()
    await restores.whenListsComplete()
  }

  const whenListed = async (name: string): Promise<void> => {
    if (collections[name]?.secondCopy?.isAwaited) await whenListsComplete()
  }

  return {
    read,
    change,
    whenListsComplete,
    whenListed,
    list: async <T>(name: string, work: Work<T>): Promise<T> => {
      await whenListed(name)
      return read([name], work)
    },
    write: async (writes: readonly Write[]): Promise<void> => {
      if (writes.length === 0) return
      const names = [...new Set(writes.map(({ collection }) => collection))]
      const deletes = writes.filter((one) => 'row' in one && one.row === undefined)
      await change(names, (rows) => Promise.all(writes.map((one) => apply(one, rows))), { deletes })
    },
    makeFreeSpace: () => makeFreeSpace(deps),
    readCopy: async (name: RowName): Promise<unknown> =>
      (await copies.isPossible()) ? copies.read(name) : undefined,
  }
}

function createChange(deps: EngineDeps) {
  const { collections, transactions, copies, restores } = deps
  return async <T>(
    names: readonly string[],
    work: Work<T>,
    { durability, deletes = [], deletesFrom, ends = [], isUncopied = false }: ChangeOptions = {},
  ): Promise<T> => {
    const isForWork = names.some((name) => hasSecondCopy(name, collections))
    restores.begin(names)
    await copies.remove(deletes)
    if (deletesFrom) await copies.removeFrom(deletesFrom)
    const changed: RowChange[] = [...deletes]
    const note = (one: RowChange) => {
      const isCopyDeleted =
        [...deletes, ...ends].some((name) => isSame(name, one)) ||
        (deletesFrom !== undefined && isUnder(deletesFrom, one))
      if (one.isDeleted && hasSecondCopy(one.collection, collections))
        invariant(isCopyDeleted, 'a copy is deleted before its row, or its row is ended')
      changed.push({ ...ends.find((name) => isSame(name, one)), ...one })
    }
    const run = () =>
      transactions.run(
        names,
        'readwrite',
        (idb) => work(rowsIn(idb, names, collections, note)),
        durability,
      )
    try {
      return await (isForWork ? withFreeSpace(run, deps) : run())
    } finally {
      if (!isUncopied) copies.add(changed)
    }
  }
}

const hasSecondCopy = (name: string, collections: Registry) =>
  collections[name]?.secondCopy !== undefined

function rowsIn(
  idb: Idb,
  names: readonly string[],
  collections: Registry,
  note: (change: RowChange) => void,
): AllRows {
  return Object.fromEntries(
    names.map((name) => {
      const collection = collections[name]
      invariant(collection, `${name} is in the registry`)
      return [name, rowsOf(idb, name, collection, note)]
    }),
  )
}

const withFreeSpace = <T>(run: () => Promise<T>, deps: EngineDeps): Promise<T> =>
  onFullAgain(run, () => makeFreeSpace(deps))

async function makeFreeSpace({ collections, raw, copies, evictMore }: EngineDeps): Promise<void> {
  for (const [name, { isEvictable }] of Object.entries(collections))
    if (isEvictable) await raw.deleteRows(name, (await raw.readKeys(name)).filter(isEvictable))
  await copies.removeEvictable()
  await evictMore?.()
}

const isSame = (one: RowName, other: RowName) =>
  one.collection === other.collection && one.key === other.key

const refuse = () => {
  throw new Error('A read changes no row')
}

async function apply(write: Write, rows: AllRows): Promise<void> {
  const { collection, key } = write
  const own = rows[collection]
  invariant(own, `${collection} is in the transaction`)
  if ('make' in write) return own.put(key, await write.make(own))
  const row = 'change' in write ? write.change(await own.get(key)) : write.row
  if (row !== undefined) await own.put(key, row)
  else if (!('change' in write)) await own.delete(key)
}
