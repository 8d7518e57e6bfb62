/** Opens the phone's database, and opens it again after the browser has closed it. */
import { wrap, type IDBPDatabase } from 'idb'

type Connection = IDBPDatabase

export interface DatabaseDeps {
  readonly indexedDB: IDBFactory
  readonly name: string
  readonly version: number
  readonly stores: readonly string[]
  readonly onOpened: () => void
}

export interface Database {
  /** The connection, opened once per tab and again with the next use after it was lost. */
  readonly open: () => Promise<Connection>
  readonly close: () => Promise<void>
}

/** A tab of an older release closes its connection at once; a frozen tab may never do so. */
const BLOCKED_LIMIT_MS = 3_000

export function createDatabase(deps: DatabaseDeps): Database {
  let connection: Promise<Connection> | undefined

  async function open(): Promise<Connection> {
    connection ??= openNew(deps)
    const current = connection
    try {
      const database = await current
      if (isOpen(database)) return database
    } catch (error) {
      clear(current)
      throw error
    }
    clear(current)
    return open()
  }

  /** Unless a new connection has replaced it already. */
  function clear(lost: Promise<Connection>): void {
    if (connection === lost) connection = undefined
  }

  async function close(): Promise<void> {
    const last = connection
    connection = undefined
    const database = await last?.catch(() => undefined)
    database?.close()
  }

  return { open, close }
}

/** A connection that the browser closed while the phone slept fails only when it is used. */
function isOpen(database: Connection): boolean {
  try {
    database.transaction([...database.objectStoreNames].slice(0, 1))
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

async function openNew(deps: DatabaseDeps): Promise<Connection> {
  const database = await openVersion(deps, deps.version).catch((error: unknown) => {
    // A newer release was here. Stores are only ever added: its database has all that this release needs.
    if (error instanceof DOMException && error.name === 'VersionError') return openVersion(deps)
    throw error
  })
  deps.onOpened()
  return database
}

function openVersion(
  { indexedDB, name, stores }: DatabaseDeps,
  version?: number,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.addEventListener('upgradeneeded', () => {
      const { result } = request
      for (const store of stores)
        if (!result.objectStoreNames.contains(store)) result.createObjectStore(store)
    })
    request.addEventListener('blocked', () => {
      const reason = new DOMException('Another tab holds the database', 'TimeoutError')
      setTimeout(reject, BLOCKED_LIMIT_MS, reason)
    })
    // Lets a newer release in another tab upgrade; the next use opens the database again.
    request.addEventListener('success', () => {
      const { result } = request
      result.addEventListener('versionchange', () => result.close())
    })
    ;(wrap(request) as Promise<Connection>).then(resolve, reject)
  })
}
