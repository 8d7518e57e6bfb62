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
}

type PhoneStore = 'outbox' | 'photos' | 'deals' | 'snapshots'
export type PhoneDatabase = IDBPDatabase<PhoneSchema>

const DATABASE_NAME = 'veni'
const DATABASE_VERSION = 1

let connection: Promise<PhoneDatabase> | undefined

/** Opens the database once per tab, and again if the browser closed it under us. */
export function phoneDatabase(): Promise<PhoneDatabase> {
  connection ??= openDB<PhoneSchema>(DATABASE_NAME, DATABASE_VERSION, {
    upgrade(database) {
      for (const store of ['outbox', 'photos', 'deals', 'snapshots'] as const)
        if (!database.objectStoreNames.contains(store)) database.createObjectStore(store)
    },
    blocking: () => void closePhoneDatabase(),
    terminated: () => {
      connection = undefined
    },
  }).catch((error: unknown) => {
    connection = undefined
    throw error
  })
  return connection
}

/** Lets a newer release in another tab upgrade; the next use opens it again. */
async function closePhoneDatabase(): Promise<void> {
  const open = connection
  connection = undefined
  ;(await open)?.close()
}

export interface PhoneWrite {
  readonly store: PhoneStore
  readonly key: string
  /** undefined deletes. */
  readonly value: unknown
}

/** Writes all or nothing, and resolves only when the browser says that it is on the disk. */
export async function writePhone(writes: readonly PhoneWrite[]): Promise<void> {
  const database = await phoneDatabase()
  const stores = [...new Set(writes.map((write) => write.store))]
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
  const requests = writes.map(({ store, key, value }) =>
    value === undefined
      ? transaction.objectStore(store).delete(key)
      : transaction.objectStore(store).put(value, key),
  )
  // A request's success is not enough: only `done` means that the transaction reached the disk.
  await Promise.all([...requests, transaction.done])
}
