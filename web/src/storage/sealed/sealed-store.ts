/** The sealed rows of all runners, in a database of their own that no sign-out deletes. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Sealed } from './sealing-key.ts'

export interface SealedRow extends Sealed {
  readonly collection: string
  readonly key: string
  /** Whose row it is: the public key for which it is sealed. */
  readonly publicKey: string
}

interface SealedDatabase extends DBSchema {
  readonly rows: { readonly key: string; readonly value: SealedRow }
}

/** Old phones have this name: it never changes. */
const DATABASE = 'veni-sealed'

async function withDatabase<T>(
  work: (database: IDBPDatabase<SealedDatabase>) => Promise<T>,
): Promise<T> {
  const database = await openDB<SealedDatabase>(DATABASE, 1, {
    upgrade: (opened) => void opened.createObjectStore('rows'),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** What the encryption is bound to, and the start of it the key of a runner. */
export const nameOf = ({ publicKey, collection, key }: Omit<SealedRow, keyof Sealed>) =>
  `${publicKey}|${collection}|${key}`

/** Replaces an earlier sealing of the same row. Resolves when it is on the disk. */
export const putSealed = (row: SealedRow): Promise<void> =>
  withDatabase(async (database) => {
    const writing = database.transaction('rows', 'readwrite', { durability: 'strict' })
    await Promise.all([writing.store.put(row, nameOf(row)), writing.done])
  })

export const readSealed = (name: string): Promise<SealedRow | undefined> =>
  withDatabase((database) => database.get('rows', name))

export const listSealed = (publicKey: string): Promise<string[]> =>
  withDatabase((database) =>
    database.getAllKeys('rows', IDBKeyRange.bound(`${publicKey}|`, `${publicKey}|\uffff`)),
  )

export const deleteSealed = (name: string): Promise<void> =>
  withDatabase((database) => database.delete('rows', name))
