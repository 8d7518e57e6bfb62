import { rowsTogether, type Registry, type RowName } from './collection.ts'
import { inSlices } from '../lib/in-slices.ts'
import { readMany, type Transactions } from './transaction.ts'

export type RawRows = ReturnType<typeof createRawRows>

/** Rows as they are stored, for the restore and the second copy: nothing is parsed, copied or evicted. */
export function createRawRows(transactions: Transactions, collections: Registry) {
  const { run, storeOf } = transactions
  return {
    ...createKeyReader(transactions, collections),
    readRow: ({ collection, key }: RowName): Promise<unknown> =>
      run([collection], 'readonly', (idb) => idb.objectStore(storeOf(collection)).get(key)),
    hasRow: async ({ collection, key }: RowName): Promise<boolean> => {
      const store = storeOf(collection)
      const found = await run([collection], 'readonly', (idb) => idb.objectStore(store).getKey(key))
      return found !== undefined
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

function createKeyReader({ run, storeOf }: Transactions, collections: Registry) {
  const readKeys = async (collection: string): Promise<readonly string[]> => {
    const store = storeOf(collection)
    const keys = await run([collection], 'readonly', (idb) => idb.objectStore(store).getAllKeys())
    return keys as string[]
  }
  return {
    readKeys,
    /** Reads some rows at a time. @returns the keys of the rows that are found */
    findKeys: async (
      collection: string,
      isFound: (row: unknown, key: string) => boolean,
    ): Promise<readonly string[]> => {
      const found: string[] = []
      const rules = collections[collection]
      for (const keys of inSlices(await readKeys(collection), rules ? rowsTogether(rules) : 1)) {
        const rows = await run([collection], 'readonly', (idb) =>
          readMany(idb.objectStore(storeOf(collection)), keys),
        )
        for (const [key, row] of rows) if (isFound(row, key)) found.push(key)
      }
      return found
    },
  }
}
