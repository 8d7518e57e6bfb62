import { expect } from 'vitest'
import { bucket, storage } from '../src/storage/phone-storage.ts'
import { deleteDatabase } from './delete-database.ts'
import { untilFree } from './free-lock.ts'
import { phoneDatabase, writeRows, type AnyRow } from './phone-database.ts'

type RowName = Pick<AnyRow, 'collection' | 'key'>

const nameOf = ({ collection, key }: RowName) => `${collection} ${key}`
export const namesOf = (rows: readonly RowName[]) => rows.map(nameOf).toSorted()

/** The cache of the second copies. */
export async function openCopies(): Promise<Cache> {
  const caches = (await bucket.findCaches()) ?? globalThis.caches
  return caches.open('veni-second-copy')
}

async function listCopies(): Promise<string[]> {
  const requests = await (await openCopies()).keys()
  const paths = requests.map(({ url }) => new URL(url).pathname.split('/'))
  return paths.map(([, , store, key = '']) => `${store} ${decodeURIComponent(key)}`).toSorted()
}

/** Waits until all changes are copied, and until no tab copies any more. @returns the rows that have a copy */
export async function copiedNames(): Promise<string[]> {
  const last = { collection: 'visits', key: crypto.randomUUID() } as const
  await writeRows([{ ...last, row: { version: 1 } }])
  await expect.poll(listCopies).toContain(nameOf(last))
  await writeRows([{ ...last, row: undefined }])
  // A slow phone deletes a copy later than its row.
  await expect.poll(listCopies).not.toContain(nameOf(last))
  await untilFree('veni-second-copy')
  return listCopies()
}

/** Deletes the database, as a browser does with a damaged one. The next start creates an empty one. */
export async function loseDatabase(): Promise<void> {
  await copiedNames()
  await storage.close()
  await deleteDatabase()
}

/** Deletes everything that an earlier test has stored. */
export async function clearStorage(): Promise<void> {
  await storage.close()
  await deleteDatabase()
  await (await bucket.findCaches())?.delete('veni-second-copy')
}

export const stored = async ({ collection, key }: RowName): Promise<unknown> =>
  (await phoneDatabase()).get(collection, key)

/** Writes past the app's storage, so that the database looks as before its last writes. */
export async function putStored({ collection, key }: RowName, row: unknown): Promise<void> {
  await (await phoneDatabase()).put(collection, row, key)
}
