/** A file begins with an empty phone: all files of a browser share its storage, and some leave work that would be sent. */
import { deleteDatabase } from '../src/storage/database.ts'

interface Buckets {
  readonly keys: () => Promise<readonly string[]>
  readonly delete: (name: string) => Promise<void>
}

const { storageBuckets } = navigator as { readonly storageBuckets?: Buckets }

localStorage.clear()
sessionStorage.clear()
for (const name of (await storageBuckets?.keys()) ?? []) await storageBuckets?.delete(name)
for (const name of await caches.keys()) await caches.delete(name)
for (const { name } of await indexedDB.databases())
  if (name !== undefined) await deleteDatabase(indexedDB, name)
