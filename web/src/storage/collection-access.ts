import { inSlices } from '../lib/in-slices.ts'
import { rowsTogether, type Collection, type StoredRow } from './collection.ts'
import type { Engine } from './engine.ts'
import type { Rows } from './transaction.ts'

/** One collection. Rows come parsed by its schema; a row that this release cannot read counts as missing. */
export interface Access<TRow> {
  /** Does not wait for a restore: `storage.onRestored` reports restored rows. */
  readonly get: (key: string) => Promise<TRow | undefined>
  readonly has: (key: string) => Promise<boolean>
  /**
   * The rows that were there at the call, read some at a time, so that no write waits for all of them. Waits for the
   * restore of an awaited collection, three seconds at most. @param start of the keys; default: all
   */
  readonly getAll: (start?: string) => Promise<TRow[]>
  /** As `getAll`, with the keys. */
  readonly getEntries: (start?: string) => Promise<readonly (readonly [string, TRow])[]>
  /** As `getAll`, for rows that do not fit into the memory together. Does not wait for a restore. */
  readonly forEach: (visit: (row: TRow, key: string) => void, start?: string) => Promise<void>
  /** All rows as they are stored, with their keys, also those that this release cannot read. */
  readonly getAllUnparsed: () => Promise<readonly StoredRow[]>
  readonly getKeys: () => Promise<readonly string[]>
  /** The row as it is stored, also one that this release cannot read. */
  readonly getUnparsed: (key: string) => Promise<unknown>
  readonly put: (key: string, row: TRow) => Promise<void>
  readonly delete: (key: string) => Promise<void>
  /** Deletes all rows whose keys begin with `start`. */
  readonly deleteFrom: (start: string) => Promise<void>
  /**
   * Changes the row as it is stored now, in one transaction.
   * @param change returns undefined to leave the row as it is; it is not called for a missing row
   * @returns what was stored; undefined when nothing was
   */
  readonly change: (
    key: string,
    change: (stored: TRow) => TRow | undefined,
  ) => Promise<TRow | undefined>
}

type OwnRows = (rows: Readonly<Record<string, Rows<unknown>>>) => Rows<unknown>

/** Reads many rows, some in each transaction. */
function createReader(
  name: string,
  collection: Collection,
  own: OwnRows,
  { read, whenListed }: Engine,
) {
  const together = rowsTogether(collection)

  async function forEach(visit: (row: unknown, key: string) => void, start?: string) {
    const [keys, first] = await read([name], async (rows) => {
      const all = await own(rows).getKeys(start)
      return [all, await own(rows).getMany(all.slice(0, together))] as const
    })
    for (const [key, row] of first) visit(row, key)
    for (const some of inSlices(keys.slice(together), together))
      for (const [key, row] of await read([name], (rows) => own(rows).getMany(some)))
        visit(row, key)
  }

  async function getEntries(start?: string) {
    await whenListed(name)
    const found: (readonly [string, unknown])[] = []
    await forEach((row, key) => found.push([key, row]), start)
    return found
  }

  return { forEach, getEntries }
}

export function createAccess(
  name: string,
  collection: Collection,
  engine: Engine,
): Access<unknown> {
  const { read, list, change } = engine
  const own: OwnRows = (rows) => rows[name] as Rows<unknown>
  const { forEach, getEntries } = createReader(name, collection, own, engine)
  return {
    get: (key) => read([name], (rows) => own(rows).get(key)),
    has: (key) => read([name], (rows) => own(rows).has(key)),
    getAll: async (start) => (await getEntries(start)).map(([, row]) => row),
    getEntries,
    forEach,
    getAllUnparsed: () => list(name, (rows) => own(rows).getAllUnparsed()),
    getKeys: () => list(name, (rows) => own(rows).getKeys()),
    getUnparsed: (key) => read([name], (rows) => own(rows).getUnparsed(key)),
    put: (key, row) => change([name], (rows) => own(rows).put(key, row)),
    delete: (key) =>
      change([name], (rows) => own(rows).delete(key), { deletes: [{ collection: name, key }] }),
    async deleteFrom(start) {
      const deletesFrom = { collection: name, key: start }
      await change(
        [name],
        async (rows) => {
          const keys = await own(rows).getKeys(start)
          await Promise.all(keys.map((key) => own(rows).delete(key)))
        },
        { deletesFrom },
      )
    },
    change: (key, changeRow) =>
      change([name], async (rows) => {
        const stored = await own(rows).get(key)
        const changed = stored === undefined ? undefined : changeRow(stored)
        if (changed !== undefined) await own(rows).put(key, changed)
        return changed
      }),
  }
}
