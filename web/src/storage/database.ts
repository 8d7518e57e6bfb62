/** Opens the phone's database, and opens it again after the browser has closed it. */
import { wrap, type IDBPDatabase } from 'idb'
import { wait } from '../lib/wait.ts'

type Connection = IDBPDatabase

export interface DatabaseDeps {
  /** Called for each new connection: what it found before may be deleted. */
  readonly findIndexedDB: () => IDBFactory | Promise<IDBFactory>
  readonly name: string
  readonly stores: readonly string[]
  readonly indexes?: readonly Index[]
  /**
   * Called with each new connection, before it is used.
   * @param isAgain an earlier connection was lost or did not open: uses may have failed, and rows may be missing
   */
  readonly onOpened: (isAgain: boolean) => void
}

interface Index {
  readonly store: string
  readonly name: string
  readonly fields: readonly string[]
}

export interface Database {
  /**
   * The connection, opened once per tab and again with the next use after it was lost. Rejects in time when another tab
   * holds the database; until that tab closes its connection, each further use rejects at once. Then it is opened without a use.
   */
  readonly open: () => Promise<Connection>
  readonly close: () => Promise<void>
}

/** A tab of an older release closes its connection at once; a frozen tab may never do so. */
const BLOCKED_LIMIT_MS = 3_000
/** An opening behind one that is blocked, or behind such a deletion, gets no event. A slow phone takes seconds, too. */
const SILENT_LIMIT_MS = 10_000
/** The end of a limit: a page that wakes up finds its timers due, perhaps before the answer that came while it slept. */
const AWAKE_MS = 1_000

/** Another tab holds the database. */
class HeldUp extends DOMException {
  /** Resolves when it does so no longer. */
  readonly end: Promise<unknown>

  constructor(end: Promise<unknown>) {
    super('Another tab holds the database', 'TimeoutError')
    this.end = end
  }
}

export function createDatabase(deps: DatabaseDeps): Database {
  let connection: Promise<Connection> | undefined
  let isTried = false

  async function open(): Promise<Connection> {
    connection ??= openNew()
    const current = connection
    const database = await current
    if (connection === current && isOpen(database)) return database
    clear(current)
    return open()
  }

  function openNew(): Promise<Connection> {
    const isAgain = isTried
    isTried = true
    const opening = openPatiently(deps).then((database) => {
      // Otherwise it was closed before it was open, and nothing uses it.
      if (connection === opening) deps.onOpened(isAgain)
      return database
    })
    // This runs before the waiting uses reject, so that the next use opens the database again.
    opening.catch((error: unknown) => recover(opening, error))
    return opening
  }

  async function recover(failed: Promise<Connection>, error: unknown): Promise<void> {
    if (!(error instanceof HeldUp)) return clear(failed)
    await error.end
    if (connection !== failed) return
    clear(failed)
    // A further failure recovers by itself, too.
    await open().catch(() => undefined)
  }

  /** Unless a new connection has replaced it already. */
  function clear(lost: Promise<Connection>): void {
    if (connection === lost) connection = undefined
  }

  async function close(): Promise<void> {
    const last = connection
    connection = undefined
    isTried = false
    const database = await last?.catch(() => undefined)
    database?.close()
  }

  return { open, close }
}

/** A connection that the browser closed while the phone slept fails only when it is used. */
function isOpen(database: Connection): boolean {
  try {
    const probe = database.transaction([...database.objectStoreNames].slice(0, 1))
    // The browser may close the connection during the probe, too.
    probe.done.catch(() => undefined)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** Chromium refuses to open a database for a moment after it was killed, because a process of before still has it. */
const REFUSED_MS = [100, 400, 1_500]

async function openPatiently(deps: OpeningDeps): Promise<Connection> {
  for (const ms of REFUSED_MS)
    try {
      return await openDatabase(deps)
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'UnknownError') throw error
      await wait(ms)
    }
  return openDatabase(deps)
}

type OpeningDeps = Pick<DatabaseDeps, 'findIndexedDB' | 'name' | 'stores' | 'indexes'>

/**
 * The version is one more than before whenever this release needs an object store or an index that the database does not
 * have. A database of a newer release is opened as it is: object stores and indexes are only ever added.
 */
export async function openDatabase(deps: OpeningDeps): Promise<Connection> {
  const database = await openVersion(deps)
  if (isComplete(database, deps)) return database
  const next = database.version + 1
  database.close()
  return openVersion(deps, next).catch((error: unknown) => {
    // Meanwhile another tab has added them.
    if (error instanceof DOMException && error.name === 'VersionError') return openDatabase(deps)
    throw error
  })
}

function isComplete(database: Connection, { stores, indexes = [] }: OpeningDeps): boolean {
  if (!stores.every((store) => database.objectStoreNames.contains(store))) return false
  if (indexes.length === 0) return true
  const probe = database.transaction(indexes.map(({ store }) => store))
  probe.done.catch(() => undefined)
  return indexes.every(({ store, name }) => probe.objectStore(store).indexNames.contains(name))
}

function upgrade(
  { result, transaction }: IDBOpenDBRequest,
  { stores, indexes = [] }: OpeningDeps,
): void {
  for (const store of stores)
    if (!result.objectStoreNames.contains(store)) result.createObjectStore(store)
  for (const { store: storeName, name, fields } of indexes) {
    const store = transaction?.objectStore(storeName)
    if (!store?.indexNames.contains(name)) store?.createIndex(name, [...fields])
  }
}

async function openVersion(deps: OpeningDeps, version?: number): Promise<Connection> {
  const { findIndexedDB, name } = deps
  const indexedDB = await findIndexedDB()
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    const opening = wrap(request) as Promise<Connection>
    const giveUp = () => {
      // A connection that comes too late would hold up other tabs.
      const end = opening.then((late) => late.close()).catch(() => undefined)
      reject(new HeldUp(end))
    }
    let limit: ReturnType<typeof setTimeout>
    const endLimit = () => clearTimeout(limit)
    const startLimit = (ms: number) => {
      endLimit()
      limit = setTimeout(() => (limit = setTimeout(giveUp, AWAKE_MS)), ms - AWAKE_MS)
    }
    startLimit(SILENT_LIMIT_MS)
    request.addEventListener('blocked', () => startLimit(BLOCKED_LIMIT_MS))
    request.addEventListener('upgradeneeded', () => {
      endLimit()
      upgrade(request, deps)
    })
    // Lets a newer release in another tab upgrade; the next use opens the database again.
    request.addEventListener('success', () => {
      const { result } = request
      result.addEventListener('versionchange', () => result.close())
    })
    opening.finally(endLimit).then(resolve, reject)
  })
}

/** A tab that is frozen holds up the deletion, or what comes before the deletion; the browser does it later. */
export function deleteDatabase(indexedDB: IDBFactory, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    const done = () => resolve()
    request.addEventListener('success', done)
    request.addEventListener('blocked', done)
    setTimeout(done, BLOCKED_LIMIT_MS)
    request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')))
  })
}
