/** Encrypts the rows of a runner who has signed out, and deletes the readable ones. */
import { invariant } from '../../lib/invariant.ts'
import { collections } from '../collections.ts'
import { storage } from '../phone-storage.ts'
import { toBlob } from '../row-bytes.ts'
import { createSealer, type Sealer } from './sealing-key.ts'
import { nameOf, putSealed, readSealed } from './sealed-store.ts'

type SealedCollection = 'photos' | 'deals' | 'outbox'

const sealedCollections = Object.entries(collections)
  .filter(([, collection]) => 'isSealed' in collection)
  .map(([name]) => name as SealedCollection)

/**
 * Seals one row after another. A page that is closed meanwhile leaves each row readable or sealed, or both; the next
 * call continues. Throws when a row cannot be sealed: it stays readable then.
 * @param publicKey of the runner, base64
 */
export async function sealRows(owner: string, publicKey: string): Promise<void> {
  const sealer = await createSealer(publicKey)
  for (const collection of sealedCollections) {
    // What the database lost comes back first, or its copy would stay readable.
    await storage.whenRestored(collection)
    for (const key of await storage[collection].getKeys()) {
      const row = await storage[collection].getUnparsed(key)
      if (!isOf(owner, row)) continue
      await sealRow(row, { publicKey, collection, key }, sealer)
      await storage[collection].delete(key)
    }
  }
}

/** Whether the phone has a row that only a sign-out with a key could seal. */
export async function hasReadableRows(): Promise<boolean> {
  for (const collection of sealedCollections) {
    await storage.whenRestored(collection)
    if ((await storage[collection].getKeys()).length > 0) return true
  }
  return false
}

export const isOf = (owner: string, row: unknown): row is { readonly owner: string } =>
  (Object(row) as { readonly owner?: unknown }).owner === owner

/** The readable row is deleted only after the sealed one was read from the disk and opened. */
async function sealRow(
  row: object,
  place: { readonly publicKey: string; readonly collection: string; readonly key: string },
  sealer: Sealer,
): Promise<void> {
  const name = nameOf(place)
  const bytes = await toBlob(row).arrayBuffer()
  await putSealed({ ...place, ...(await sealer.seal(name, bytes)) })
  const stored = await readSealed(name)
  invariant(stored, 'a sealed row is on the disk')
  const opened = await sealer.open(name, stored)
  invariant(isSame(bytes, opened), 'a sealed row opens to the same bytes')
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [bytes, others] = [new Uint8Array(one), new Uint8Array(other)]
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
}
