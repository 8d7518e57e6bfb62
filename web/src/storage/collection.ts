import type * as v from 'valibot'

/** The rules for the rows of one collection. The registry in collections.ts has one entry per collection. */
export interface Collection<TRow = unknown> {
  /** The object store, where it is not the collection's own name. Such a collection has no second copy. */
  readonly store?: string
  /** Fields by which rows are found without reading the others. Rows that lack one of them are not in the index. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>
  /** Rows that do not match are not returned. They stay where they are: a newer release may have written them. */
  readonly schema: v.GenericSchema<unknown, TRow>
  /** Whether a full phone may delete the row. Absent: no row is deleted. */
  readonly isEvictable?: (key: string) => boolean
  /**
   * Present: each row has a second copy, and comes back when the database loses it. When a write of such a row finds the
   * phone full, the evictable rows of all collections are deleted. Absent: what the database loses is lost.
   */
  readonly secondCopy?: SecondCopy
  /**
   * Each row has an `owner`. A sign-out encrypts the rows of the runner, and the runner's next sign-in brings them back.
   * Absent: nothing of the collection is needed after a sign-out.
   */
  readonly isSealed?: true
}

/** Rows are `unknown` here: copies are restored as they were stored, whichever release wrote them. */
export interface SecondCopy {
  /** `getAll`, `getEntries` and `getKeys` wait until the collection is restored, three seconds at most; `get` never waits. */
  readonly isAwaited?: true
  /** The rows have `bytes`, which are stored behind the other fields. */
  readonly hasBytes?: true
  /** Whether a copy has all its bytes: a killed browser leaves a part of them. Absent: each copy that can be read has. */
  readonly isWhole?: (copy: object) => Promise<boolean>
  /** Whether a stored row needs a copy; default: each row does. */
  readonly isNeeded?: (row: object) => boolean
  /** Whether a copy is deleted on a full phone while its row is there. Absent: no copy is. */
  readonly isEvictable?: (key: string) => boolean
  /**
   * Whether the copy replaces the stored row, which is undefined if it is missing.
   * Default: only a missing row is restored. A collection whose rows change needs a rule here: the database can also
   * lose only its last writes.
   */
  readonly isFurther?: (copy: unknown, stored: unknown) => boolean
  /**
   * When the row became final, in ms since 1970; undefined while it can change. A final row is never replaced by a copy.
   * A start makes no new copy of a final row. When the collection has more than 500 copies, it leaves those of the newest
   * 250 final rows.
   */
  readonly finalAt?: (row: unknown) => number | undefined
  /**
   * Names the row that ends this one as soon as it is final (`finalAt`). A restore brings no ended row back, and deletes
   * the ended rows. Collections with `isAwaited` are restored in the order of the registry, so the named row must be in
   * one before this.
   */
  readonly endedBy?: (row: unknown) => RowName | undefined
  /** Names a row that this one is useless without: while both wait for their copies, that one's is made first. */
  readonly copiedAfter?: (key: string) => RowName
  /** Finds the rows that get a copy at a start if they have none. Absent: each row that is not final. */
  readonly findUncopied?: (find: FindKeys) => Promise<(key: string) => boolean>
}

/** Finds rows of a collection as they are stored. @returns their keys */
export type FindKeys = (
  collection: string,
  isFound: (row: unknown) => boolean,
) => Promise<readonly string[]>
export type StoredRow = readonly [key: string, row: unknown]

/** How many rows one transaction reads. A write waits for no more rows, and no more are in the memory at once. */
const ROWS_TOGETHER = 100

/** A photo has megabytes. */
export const rowsTogether = ({ secondCopy }: Collection): number =>
  secondCopy?.hasBytes ? 1 : ROWS_TOGETHER

export type Registry = Readonly<Record<string, Collection>>
export type RowOf<TCollection> = TCollection extends Collection<infer TRow> ? TRow : never

export interface RowName {
  readonly collection: string
  readonly key: string
}

/** @param start a key that others begin with */
export const isUnder = (start: RowName, { collection, key }: RowName) =>
  start.collection === collection && key.startsWith(start.key)

/** A copy is JSON, and `bytes`: an array, a string or a number has none. */
type CopyableRow = object & { readonly length?: never }
type NoCopyUnlessCopyable<TRow> = [TRow] extends [CopyableRow]
  ? unknown
  : { readonly secondCopy?: never }

/** Checks an entry of the registry and keeps the type of its rows. */
export const defineCollection = <TRow>(
  collection: Collection<TRow> & NoCopyUnlessCopyable<TRow>,
): Collection<TRow> => collection
