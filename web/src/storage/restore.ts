/** Restores from the second copy the rows that the database has lost since it was last open. */
import { inSlices } from '../lib/in-slices.ts'
import { reportProblem } from '../lib/report.ts'
import type { RowName, SecondCopy } from './collection.ts'
import { isFinal, type RowChange } from './copy-rows.ts'
import type { LeftCopy, Restored } from './restore-runs.ts'
import { CutCopyError } from './second-copy.ts'
import { isFull, onFullAgain } from './storage-problem.ts'
import { rulesOf, updateCopies, type UpdateDeps } from './update-copies.ts'

export interface RestoreDeps extends UpdateDeps {
  readonly makeFreeSpace: () => Promise<void>
}

/**
 * How many rows are compared with their copies at once, because ten thousand waiting entries are compared at each start.
 * Missing rows are restored one at a time: a photo has its bytes.
 */
const ROWS_AT_ONCE = 20

export type RestoreResult = Omit<Restored, 'isLate'>

type IsFurther = NonNullable<SecondCopy['isFurther']>
const isMissing: IsFurther = (_copy, stored) => stored === undefined

/**
 * Restores collections one after another, in this order. Never rejects: the copy of a row that is not restored stays.
 * @param signal stops it after the current rows
 */
export async function restoreLost(
  names: readonly string[],
  deps: RestoreDeps,
  signal: AbortSignal,
): Promise<RestoreResult> {
  const result: RestoreResult = { count: 0, left: [] }
  const copies = await deps.copies.list().catch((error: unknown) => {
    reportProblem('The second copy was not read', error)
    return undefined
  })
  if (!copies) return result
  for (const name of names) {
    const own = copies.filter(({ collection }) => collection === name)
    await restoreCollection(name, { copied: own, deps, signal, result }).catch((error: unknown) =>
      reportProblem(`Not restored: ${name}`, error),
    )
  }
  void updateCopies(names, copies, deps, signal).catch((error: unknown) =>
    reportProblem('Copies were not checked', error),
  )
  return result
}

interface CollectionRestore {
  readonly copied: readonly RowName[]
  readonly deps: RestoreDeps
  readonly signal: AbortSignal
  /** Gains what was restored, also when a later row fails. */
  readonly result: { -readonly [K in keyof RestoreResult]: RestoreResult[K] }
}

async function restoreCollection(
  collection: string,
  { copied, deps, signal, result }: CollectionRestore,
): Promise<void> {
  const rules = rulesOf(collection, deps)
  const isSuspect = await findSuspects(collection, rules, deps)
  const before = result.count
  const suspects = copied.filter(({ key }) => isSuspect(key))
  const present = new Set(await deps.readKeys(collection))
  const isPresent = ({ key }: RowName) => present.has(key)
  for (const names of [
    ...suspects.filter((name) => !isPresent(name)).map((name) => [name]),
    ...inSlices(suspects.filter(isPresent), ROWS_AT_ONCE),
  ]) {
    if (signal.aborted) return
    const ends = await Promise.all(names.map((name) => restoreRow(name, rules, deps)))
    result.count += ends.filter((end) => end === 'restored').length
    result.left = [...result.left, ...ends.filter((end) => typeof end === 'object')]
  }
  const count = result.count - before
  if (count > 0) reportProblem(`Restored to ${collection}: ${count}`)
  if (rules.endedBy) await deleteEnded(collection, rules.endedBy, deps)
}

type EndedBy = NonNullable<SecondCopy['endedBy']>

/** Deletes the rows of which the database had lost the deletion. */
async function deleteEnded(
  collection: string,
  endedBy: EndedBy,
  { collections, copies, findKeys, deleteRows }: RestoreDeps,
): Promise<void> {
  const named = new Map<string, RowName>()
  await findKeys(collection, (row, key) => {
    const by = endedBy(row)
    if (by) named.set(key, by)
    return false
  })
  const final = new Map<string, ReadonlySet<string>>()
  for (const name of new Set([...named.values()].map((by) => by.collection))) {
    const finalAt = collections[name]?.secondCopy?.finalAt
    final.set(name, new Set(await findKeys(name, (row) => finalAt?.(row) !== undefined)))
  }
  const ended = [...named].filter(([, by]) => final.get(by.collection)?.has(by.key))
  if (ended.length === 0) return
  try {
    const keys = ended.map(([key]) => key)
    await deleteRows(collection, keys)
  } finally {
    // Copies rows that stayed, and deletes copies that another tab wrote meanwhile.
    copies.add(ended.flatMap(([key, by]) => toDeletion({ collection, key }, by)))
  }
}

/** The copy of the row that ends the other one may be older. It must be newer before it alone is left. */
const toDeletion = (ended: RowName, by: RowName): RowChange[] => [
  by,
  { ...ended, isDeleted: true, endedBy: by },
]

/** @returns the name of the row that ends this one; undefined while none does */
async function findEnd(
  row: unknown,
  { collection }: RowName,
  deps: RestoreDeps,
): Promise<RowName | undefined> {
  const by = rulesOf(collection, deps).endedBy?.(row)
  return by && (await isFinal(by, deps)) ? by : undefined
}

/** Finds the rows whose copies must be read: missing rows and, if the collection has `isFurther`, changeable ones. */
async function findSuspects(
  collection: string,
  { isFurther, finalAt }: SecondCopy,
  { readKeys, findKeys }: RestoreDeps,
): Promise<(key: string) => boolean> {
  if (isFurther && !finalAt) return () => true
  const present = new Set(
    isFurther
      ? await findKeys(collection, (row) => finalAt?.(row) !== undefined)
      : await readKeys(collection),
  )
  return (key) => !present.has(key)
}

/** A copy that cannot be read does not stop the others. */
async function restoreRow(
  name: RowName,
  { isFurther = isMissing }: SecondCopy,
  deps: RestoreDeps,
): Promise<'restored' | 'not restored' | LeftCopy> {
  const { copies, readRow } = deps
  let owner: unknown
  try {
    const stored = await readRow(name)
    const copy = await copies.read(name)
    owner = (Object(copy) as { readonly owner?: unknown }).owner
    // The page that changed the row ended before it made the copy.
    if (copy !== undefined && stored !== undefined && isFurther(stored, copy)) copies.add([name])
    if (copy === undefined || !isFurther(copy, stored)) return 'not restored'
    const end = await findEnd(copy, name, deps)
    if (end && stored === undefined) copies.add(toDeletion(name, end))
    if (end) return 'not restored'
    // A row that another tab has deleted since it was read stays deleted.
    const isWanted = (now: unknown) =>
      (now === undefined) === (stored === undefined) && isFurther(copy, now)
    // The bytes are read before the lock is taken: no other copy waits for them.
    const write = () => copies.aloneOrLate(() => writeCopy(name, copy, isWanted, deps))
    // A sign-out deletes a copy whose row is not there.
    return (await onFullAgain(write, deps.makeFreeSpace)) ? 'restored' : 'not restored'
  } catch (error) {
    reportProblem('A copy was not restored', error)
    // The copy is not damaged, and may be further than its row.
    if (isFull(error)) return { ...name, owner }
    await replaceDamaged(name, error, deps)
    return 'not restored'
  }
}

/** A killed browser leaves half a copy. It is made again from its row. Without the row, a cut photo is of no use. */
async function replaceDamaged(
  name: RowName,
  error: unknown,
  { copies, hasRow }: RestoreDeps,
): Promise<void> {
  const isThere = await hasRow(name).catch(() => undefined)
  if (isThere) copies.add([name])
  if (isThere === false && error instanceof CutCopyError) await copies.remove([name])
}

async function writeCopy(
  name: RowName,
  copy: unknown,
  isWanted: (now: unknown) => boolean,
  deps: RestoreDeps,
): Promise<boolean> {
  const { copies, changeRow, deleteRows } = deps
  // A tab that deletes a row deletes the copy first.
  if (!(await copies.has(name))) return false
  const isBack = await changeRow(name, (now) => (isWanted(now) ? copy : undefined))
  // Without the lock another tab may have deleted the copy, and its row, meanwhile. A full phone also deletes copies of
  // evictable rows, so a missing copy of one proves nothing.
  const isDeleted =
    isBack &&
    !rulesOf(name.collection, deps).isEvictable?.(name.key) &&
    (!(await copies.has(name)) || (await findEnd(copy, name, deps)) !== undefined)
  if (isDeleted) await deleteRows(name.collection, [name.key])
  return isBack && !isDeleted
}
