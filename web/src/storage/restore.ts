/** Restores from the second copy the rows that the database has lost since it was last open. */
import { reportProblem } from '../lib/report.ts'
import type { Registry, RowName, SecondCopy, StoredRow } from './collection.ts'
import type { SecondCopies } from './second-copy.ts'

export interface RestoreDeps {
  readonly collections: Registry
  readonly copies: SecondCopies
  /** The rows as they are stored. */
  readonly readRows: (collection: string) => Promise<readonly StoredRow[]>
  readonly readKeys: (collection: string) => Promise<readonly string[]>
  readonly readRow: (name: RowName) => Promise<unknown>
  /** Writes what `change` returns; undefined leaves the row as it is. @returns whether it was written */
  readonly changeRow: (name: RowName, change: (stored: unknown) => unknown) => Promise<boolean>
  readonly deleteRows: (collection: string, keys: readonly string[]) => Promise<void>
}

type IsFurther = NonNullable<SecondCopy['isFurther']>
const isMissing: IsFurther = (_copy, stored) => stored === undefined

/** Never rejects: a row that cannot be restored keeps its copy. @returns how many rows came back, by collection */
export function restoreLost(deps: RestoreDeps): Readonly<Record<string, Promise<number>>> {
  const { collections, copies } = deps
  const listed = copies.list().catch((error: unknown) => {
    reportProblem('The second copy was not read', error)
    return undefined
  })
  const restored: Record<string, Promise<number>> = {}
  let before: Promise<unknown> = listed
  for (const [name, { secondCopy }] of Object.entries(collections)) {
    if (!secondCopy) continue
    const restoring = (secondCopy.isAwaited ? before : listed).then(async () => {
      const names = await listed
      return names ? restoreCollection(name, secondCopy, names, deps) : 0
    })
    const reported = restoring.catch((error: unknown) => {
      reportProblem(`Not restored: ${name}`, error)
      return 0
    })
    restored[name] = reported
    if (secondCopy.isAwaited) before = reported
  }
  void Promise.all(Object.values(restored)).then(async () => {
    const names = await listed
    if (names) await tendCopies(names, deps).catch(reportUnchecked)
  })
  return restored
}

const reportUnchecked = (error: unknown) => reportProblem('Copies were not checked', error)

async function restoreCollection(
  collection: string,
  rules: SecondCopy,
  copies: readonly RowName[],
  deps: RestoreDeps,
): Promise<number> {
  const isObsolete = await rules.findObsolete?.(deps.readRows)
  const { isFurther = isMissing } = rules
  const isWanted: IsFurther = (copy, stored) => !isObsolete?.(copy) && isFurther(copy, stored)
  const isSuspect = await findSuspects(collection, rules, deps)
  let count = 0
  for (const name of copies)
    if (name.collection === collection && isSuspect(name.key))
      if (await restoreRow(name, isWanted, deps)) count += 1
  if (count > 0) reportProblem(`Restored to ${collection}: ${count}`)
  if (isObsolete) await deleteObsolete(collection, isObsolete, deps)
  return count
}

async function deleteObsolete(
  collection: string,
  isObsolete: (row: unknown) => boolean,
  { copies, readRows, deleteRows }: RestoreDeps,
): Promise<void> {
  const rows = await readRows(collection)
  const obsolete = rows.filter(([, row]) => isObsolete(row)).map(([key]) => key)
  if (obsolete.length === 0) return
  await copies.remove(obsolete.map((key) => ({ collection, key })))
  await deleteRows(collection, obsolete)
}

/** Most rows need no look at their copies: they are there, and only a missing one is restored, or they are final. */
async function findSuspects(
  collection: string,
  { isFurther, finalAt }: SecondCopy,
  { readKeys, readRows }: RestoreDeps,
): Promise<(key: string) => boolean> {
  if (isFurther && !finalAt) return () => true
  const rows = isFurther ? await readRows(collection) : undefined
  const present = new Set(
    rows
      ? rows.filter(([, row]) => finalAt?.(row) !== undefined).map(([key]) => key)
      : await readKeys(collection),
  )
  return (key) => !present.has(key)
}

/** One row at a time: a photo holds its bytes. A copy that cannot be read keeps no other from coming back. */
async function restoreRow(
  name: RowName,
  isWanted: IsFurther,
  { copies, readRow, changeRow, deleteRows }: RestoreDeps,
): Promise<boolean> {
  try {
    const stored = await readRow(name)
    const copy = await copies.read(name)
    if (copy === undefined || !isWanted(copy, stored)) return false
    const isBack = await changeRow(name, (now) => (isWanted(copy, now) ? copy : undefined))
    // Deleted at this moment: the copy was deleted first.
    const isDeleted = isBack && (await copies.read(name)) === undefined
    if (isDeleted) await deleteRows(name.collection, [name.key])
    return isBack && !isDeleted
  } catch (error) {
    reportProblem('A copy was not restored', error)
    return false
  }
}

/** Of final rows, for example received deals, so many keep their copies. */
const FINAL_COPIES = 250

/** Rows of an older release, or rows whose copy failed, get one now; old final rows lose theirs. */
async function tendCopies(names: readonly RowName[], deps: RestoreDeps): Promise<void> {
  const { collections, copies } = deps
  for (const [collection, { secondCopy }] of Object.entries(collections)) {
    if (!secondCopy) continue
    const own = names.filter((name) => name.collection === collection)
    const copied = new Set(own.map(({ key }) => key))
    const uncopied = await findUncopied(collection, secondCopy, deps)
    copies.add(uncopied.filter((key) => !copied.has(key)).map((key) => ({ collection, key })))
    if (secondCopy.finalAt) await limitCopies(own, secondCopy.finalAt, deps)
  }
}

async function findUncopied(
  collection: string,
  { finalAt, findUncopied: find }: SecondCopy,
  { readKeys, readRows }: RestoreDeps,
): Promise<readonly string[]> {
  if (finalAt) {
    const rows = await readRows(collection)
    return rows.filter(([, row]) => finalAt(row) === undefined).map(([key]) => key)
  }
  const keys = await readKeys(collection)
  return find ? keys.filter(await find(readRows)) : keys
}

async function limitCopies(
  names: readonly RowName[],
  finalAt: NonNullable<SecondCopy['finalAt']>,
  { copies, readRow }: RestoreDeps,
): Promise<void> {
  // Each start lists their names.
  if (names.length <= FINAL_COPIES * 2) return
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: finalAt(await readRow(name)) })),
  )
  const final = dated.flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at }]))
  const newestFirst = final.toSorted((one, other) => other.at - one.at)
  await copies.remove(newestFirst.slice(FINAL_COPIES).map(({ name }) => name))
}
