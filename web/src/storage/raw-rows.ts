import type { RowName, StoredRow } from './collection.ts'
import { readRows, type Transactions } from './transaction.ts'

export type RawRows = ReturnType<typeof createRawRows>

/** Rows as they are stored, for the restore and the second copy: nothing is parsed, copied or evicted. */
export function createRawRows({ run, storeOf }: Transactions) {
  return {
    readRow: ({ collection, key }: RowName): Promise<unknown> =>
      run([collection], 'readonly', (idb) => idb.objectStore(storeOf(collection)).get(key)),
    hasRow: async ({ collection, key }: RowName): Promise<boolean> => {
      const store = storeOf(collection)
      const found = await run([collection], 'readonly', (idb) => idb.objectStore(store).getKey(key))
      return found !== undefined
    },
    readRows: (collection: string): Promise<readonly StoredRow[]> =>
      run([collection], 'readonly', (idb) => readRows(idb.objectStore(storeOf(collection)))),
    readKeys: async (collection: string): Promise<readonly string[]> => {
      const store = storeOf(collection)
      const keys = await run([collection], 'readonly', (idb) => idb.objectStore(store).getAllKeys())
      return keys as string[]
    },
    /** Writes what `change` returns; undefined leaves the row as it is. @returns whether it was written */
    changeRow: ({ collection, key }: RowName, change: (stored: unknown) => unknown) =>
      run([collection], 'readwrite', async (idb) => {
        const store = idb.objectStore(storeOf(collection))
        const changed = change(await store.get(key))
        if (changed !== undefined) await store.put(changed, key)
        return changed !== undefined
      }),
    deleteRows: (collection: string, keys: readonly string[]): Promise<void> =>
      run([collection], 'readwrite', async (idb) => {
        const store = idb.objectStore(storeOf(collection))
        await Promise.all(keys.map((key) => store.delete(key)))
      }),
  }
}
