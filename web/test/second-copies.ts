import { expect } from 'vitest'
import { storage } from '../src/storage/phone-storage.ts'
import { deleteDatabase } from './delete-database.ts'
import { phoneDatabase, writeRows, type AnyRow } from './phone-database.ts'

type RowName = Pick<AnyRow, 'collection' | 'key'>

const nameOf = ({ collection, key }: RowName) => `${collection} ${key}`
export const namesOf = (rows: readonly RowName[]) => rows.map(nameOf).toSorted()

async function listCopies(): Promise<string[]> {
  const requests = await (await caches.open('veni-second-copy')).keys()
  const paths = requests.map(({ url }) => new URL(url).pathname.split('/'))
  return paths.map(([, , store, key = '']) => `${store} ${decodeURIComponent(key)}`).toSorted()
}

/** The rows that have a copy, once every change so far is copied: copies are made in order. */
export async function copiedNames(): Promise<string[]> {
  const last = { collection: 'visits', key: crypto.randomUUID() } as const
  await writeRows([{ ...last, row: { version: 1 } }])
  await expect.poll(listCopies).toContain(nameOf(last))
  await writeRows([{ ...last, row: undefined }])
  return listCopies()
}

/** The browser finds its database torn, and creates an empty one at the next start. */
export async function loseDatabase(): Promise<void> {
  await copiedNames()
  await storage.close()
  await deleteDatabase()
}

/** Nothing of an earlier test is left. */
export async function clearStorage(): Promise<void> {
  await storage.close()
  await deleteDatabase()
  await caches.delete('veni-second-copy')
}

export const stored = async ({ collection, key }: RowName): Promise<unknown> =>
  (await phoneDatabase()).get(collection, key)

/** Without the app's storage: the database is then as it was before its last writes. */
export async function putStored({ collection, key }: RowName, row: unknown): Promise<void> {
  await (await phoneDatabase()).put(collection, row, key)
}
