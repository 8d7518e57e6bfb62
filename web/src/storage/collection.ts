import type * as v from 'valibot'

/** What the storage has to know about the rows of one kind. The registry in collections.ts has one entry per kind. */
export interface Collection<TRow = unknown> {
  /** The database version that added its object store. A new collection has the next one. */
  readonly since: number
  /** The object store, where it is not the collection's own name. Such a collection has no second copy. */
  readonly store?: string
  /** Rows that do not match are not returned. They stay where they are: a newer release may have written them. */
  readonly schema: v.GenericSchema<unknown, TRow>
  /** Whether a full phone may delete the row. Absent: no row is deleted. */
  readonly isEvictable?: (key: string) => boolean
  /** Absent: a row that the database loses is lost. Present: the rows are a runner's work, and evict others. */
  readonly secondCopy?: SecondCopy
}

/** Rows are `unknown` here: copies are restored as they were stored, whichever release wrote them. */
export interface SecondCopy {
  /** Lists of this collection wait until it is restored, for three seconds at most. */
  readonly isAwaited?: true
  /** The rows have `bytes`, which are stored behind the other fields. */
  readonly hasBytes?: true
  /** Whether a stored row needs a copy; default: each row does. */
  readonly isNeeded?: (row: object) => boolean
  /** Copies are deleted on a full phone while their rows are there. */
  readonly isEvictable?: true
  /**
   * Whether the copy replaces the stored row, which is undefined if it is missing.
   * Default: only a missing row is restored.
   */
  readonly isFurther?: (copy: unknown, stored: unknown) => boolean
  /**
   * When the row became final, in ms since 1970; undefined while it can change. No copy is further than a final row.
   * At a start a final row gets no new copy, and only the newest 250 final rows keep theirs.
   */
  readonly finalAt?: (row: unknown) => number | undefined
  /** Rows that must not come back and are deleted at a start. The collections before this one are restored by then. */
  readonly findObsolete?: (read: ReadRows) => Promise<(row: unknown) => boolean>
  /** Whether a row without a copy gets one at a start; default: each row that is not final. */
  readonly findUncopied?: (read: ReadRows) => Promise<(key: string) => boolean>
}

/** @returns the rows of a collection as they are stored, with their keys */
export type ReadRows = (collection: string) => Promise<readonly StoredRow[]>
export type StoredRow = readonly [key: string, row: unknown]

export type Registry = Readonly<Record<string, Collection>>
export type RowOf<TCollection> = TCollection extends Collection<infer TRow> ? TRow : never

export interface RowName {
  readonly collection: string
  readonly key: string
}

/** @param start a key that others begin with */
export const isUnder = (start: RowName, { collection, key }: RowName) =>
  start.collection === collection && key.startsWith(start.key)

/** Checks an entry of the registry and keeps the type of its rows. */
export const defineCollection = <TRow>(collection: Collection<TRow>): Collection<TRow> => collection
