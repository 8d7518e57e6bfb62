import type { Engine } from './engine.ts'
import type { Rows } from './transaction.ts'

/** One collection. Rows come parsed by its schema; a row that this release cannot read counts as missing. */
export interface Access<TRow> {
  /** Does not wait for a restore: `storage.onRestored` reports restored rows. */
  readonly get: (key: string) => Promise<TRow | undefined>
  readonly has: (key: string) => Promise<boolean>
  /** Waits for the restore of an awaited collection, three seconds at most. @param start of the keys; default: all */
  readonly getAll: (start?: string) => Promise<TRow[]>
  /** As `getAll`, with the keys. */
  readonly getEntries: (start?: string) => Promise<readonly (readonly [string, TRow])[]>
  /** One row at a time, for rows that do not fit into the memory together. Does not wait for a restore. */
  readonly forEach: (visit: (row: TRow) => void) => Promise<void>
  /** All rows as they are stored, also those that this release cannot read. */
  readonly getAllUnparsed: () => Promise<unknown[]>
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

export function createAccess(name: string, { read, list, change }: Engine): Access<unknown> {
  const own = (rows: Readonly<Record<string, Rows<unknown>>>) => rows[name] as Rows<unknown>
  return {
    get: (key) => read([name], (rows) => own(rows).get(key)),
    has: (key) => read([name], (rows) => own(rows).has(key)),
    getAll: async (start) => {
      const found = await list(name, (rows) => own(rows).getEntries(start))
      return found.map(([, row]) => row)
    },
    getEntries: (start) => list(name, (rows) => own(rows).getEntries(start)),
    forEach: (visit) => read([name], (rows) => own(rows).forEach(visit)),
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
