/**
 * The sealed rows of all runners, in a database of their own that no sign-out deletes. A row that only this phone has
 * gets a second copy, as a readable one does.
 */
import * as v from 'valibot'
import { aroundTransaction } from '../around-transaction.ts'
import { defineCollection } from '../collection.ts'
import { createStorage } from '../create-storage.ts'
import { findCaches } from '../find-caches.ts'

const sealedRowSchema = v.object({
  collection: v.string(),
  key: v.string(),
  /** Whose row it is: the public key for which it is sealed, base64. */
  publicKey: v.string(),
  /** The public key of the sealing's own key pair, 65 bytes, base64. */
  ephemeral: v.string(),
  /** Base64. */
  iv: v.string(),
  /** Encrypted. */
  bytes: v.instance(ArrayBuffer),
  /** Whether the server may lack it. */
  isUnsent: v.boolean(),
})
export type SealedRow = v.InferOutput<typeof sealedRowSchema>

type RowPlace = Pick<SealedRow, 'publicKey' | 'collection' | 'key'>

/** What the encryption of a row is bound to, and the key under which it is stored. */
export const nameOf = ({ publicKey, collection, key }: RowPlace) =>
  startOf(publicKey, collection) + key

/** The names of a runner's rows of one collection begin so. */
export const startOf = (publicKey: string, collection: string) => `${publicKey}|${collection}|`

/** Old phones have these names: they never change. */
export const sealedStorage = createStorage({
  collections: {
    rows: defineCollection({
      schema: sealedRowSchema,
      secondCopy: {
        isAwaited: true,
        hasBytes: true,
        isNeeded: (row) => (row as SealedRow).isUnsent,
        isEvictable: (name) => name.includes('|photos|'),
      },
    }),
  },
  databaseName: 'veni-sealed-work',
  findIndexedDB: () => indexedDB,
  findCaches,
  cacheName: 'veni-sealed-copy',
  locks: (globalThis.navigator as Navigator | undefined)?.locks,
  aroundTransaction,
})

export async function listSealed(start: string): Promise<readonly string[]> {
  const names = await sealedStorage.rows.getKeys()
  return names.filter((name) => name.startsWith(start))
}
