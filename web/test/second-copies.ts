import { expect } from 'vitest'
import { phoneDatabase } from '../src/storage/database.ts'
import { listCopies, type RowName } from '../src/storage/second-copy.ts'
import { writePhone } from '../src/storage/write-phone.ts'
import { deleteDatabase } from './delete-database.ts'

const nameOf = ({ store, key }: RowName) => `${store} ${key}`
export const namesOf = (rows: readonly RowName[]) => rows.map(nameOf).toSorted()

/** The rows that have a copy, once every change so far is copied: copies are made in order. */
export async function copiedNames(): Promise<string[]> {
  const last = { store: 'visits', key: crypto.randomUUID() } as const
  const copied = async () => namesOf(await listCopies())
  await writePhone([{ ...last, value: { version: 1 } }])
  await expect.poll(copied).toContain(nameOf(last))
  await writePhone([{ ...last, value: undefined }])
  return copied()
}

/** As a browser does that finds its database torn. */
export async function beginAnew(): Promise<void> {
  await copiedNames()
  const database = await phoneDatabase()
  database.close()
  await deleteDatabase()
}

/** Nothing of an earlier test. */
export async function forgetAll(): Promise<void> {
  await beginAnew()
  await caches.delete('veni-second-copy')
}

export const stored = async ({ store, key }: RowName) => (await phoneDatabase()).get(store, key)

/** Past the app's own way in: as the database is that has forgotten the rest. */
export async function putStored({ store, key }: RowName, value: unknown): Promise<void> {
  await (await phoneDatabase()).put(store, value, key)
}
