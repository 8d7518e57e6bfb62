import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/**
 * The phone's own database. Values are `unknown`: each owner parses what it reads, because an older release
 * may have written it. Losing a store here loses a runner's work, so stores are only ever added.
 */
interface PhoneSchema extends DBSchema {
  /** Writes on their way to the office, by entry id. */
  outbox: { key: string; value: unknown }
  /** Photos as bytes, by photo id, which begins with the visit's. */
  photos: { key: string; value: unknown }
  /** Completed deals, by visit id: a visit has one. */
  deals: { key: string; value: unknown }
  /** Last good answers, by owner and name. */
  snapshots: { key: string; value: unknown }
  /** What is under way: open visits and what was typed in them, by owner and name. */
  visits: { key: string; value: unknown }
}

const STORES = ['outbox', 'photos', 'deals', 'snapshots', 'visits'] as const
export type PhoneStore = (typeof STORES)[number]
export type PhoneDatabase = IDBPDatabase<PhoneSchema>

const DATABASE_NAME = 'veni'
const DATABASE_VERSION = 2

/** A tab of an older release lets go at once; one that is frozen may never. */
const BLOCKED_LIMIT_MS = 3_000

let connection: Promise<PhoneDatabase> | undefined

/** The database, opened once per tab, and again where the browser has closed it under us, with or without a word. */
export async function phoneDatabase(): Promise<PhoneDatabase> {
  const current = connection ?? open()
  connection = current
  try {
    const database = await current
    if (isOpen(database)) return database
  } catch (error) {
    forget(current)
    throw error
  }
  forget(current)
  return phoneDatabase()
}

/** Unless another has taken its place already. */
function forget(lost: Promise<PhoneDatabase>): void {
  if (connection === lost) connection = undefined
}

/** A phone that took the connection away in its sleep says so only when it is used. */
function isOpen(database: PhoneDatabase): boolean {
  try {
    database.transaction('snapshots')
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

function open(): Promise<PhoneDatabase> {
  return openVersion(DATABASE_VERSION).catch((error: unknown) => {
    // A newer release was here. Stores are only ever added: its database has all that this one needs.
    if (error instanceof DOMException && error.name === 'VersionError') return openVersion()
    throw error
  })
}

function openVersion(version?: number): Promise<PhoneDatabase> {
  return new Promise((resolve, reject) => {
    openDB<PhoneSchema>(DATABASE_NAME, version, {
      upgrade(database) {
        for (const store of STORES)
          if (!database.objectStoreNames.contains(store)) database.createObjectStore(store)
      },
      blocked() {
        const reason = new DOMException('Another tab holds the database', 'TimeoutError')
        setTimeout(reject, BLOCKED_LIMIT_MS, reason)
      },
      // Lets a newer release in another tab upgrade; the next use opens it again.
      blocking: (_current, _wanted, { target }) => (target as IDBDatabase).close(),
    }).then(resolve, reject)
  })
}
