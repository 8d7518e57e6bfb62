import type { IDBPDatabase } from 'idb'
import { openDatabase } from '../src/storage/database.ts'
import { bucket, storage, type StorageWrite } from '../src/storage/phone-storage.ts'

/** The phone's database without the app's storage around it: nothing is parsed, copied or restored. */
export async function phoneDatabase(): Promise<IDBPDatabase> {
  // The app opens it first: only the app creates the object stores.
  await storage.snapshots.has('none')
  return openDatabase({ findIndexedDB: bucket.findIndexedDB, name: 'veni', stores: [] })
}

export interface AnyRow {
  readonly collection: StorageWrite['collection']
  readonly key: string
  readonly row: unknown
}

/** Writes rows of any shape through the app's storage. The row `undefined` deletes. */
export const writeRows = (rows: readonly AnyRow[]): Promise<void> =>
  storage.write(rows as readonly StorageWrite[])
