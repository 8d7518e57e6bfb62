/** Makes the second copies that are missing after a restore, and deletes those that are not needed any longer. */
import type { Registry, RowName, SecondCopy } from './collection.ts'
import type { RawRows } from './raw-rows.ts'
import type { SecondCopies } from './second-copy.ts'

export interface UpdateDeps extends RawRows {
  readonly collections: Registry
  readonly copies: SecondCopies
}

export const rulesOf = (
  collection: string,
  { collections }: Pick<UpdateDeps, 'collections'>,
): SecondCopy => collections[collection]?.secondCopy ?? {}

/** How many copies of final rows, such as received deals, stay when a start deletes the older ones. */
const FINAL_COPIES = 250

/** Copies the rows of an older release and the rows whose copy failed. Deletes the copies of old final rows. */
export async function updateCopies(
  names: readonly string[],
  copies: readonly RowName[],
  deps: UpdateDeps,
  signal: AbortSignal,
): Promise<void> {
  for (const collection of names) {
    if (signal.aborted) return
    const rules = rulesOf(collection, deps)
    const own = copies.filter((name) => name.collection === collection)
    const copied = new Set(own.map(({ key }) => key))
    const uncopied = await findUncopied(collection, rules, deps)
    deps.copies.add(uncopied.filter((key) => !copied.has(key)).map((key) => ({ collection, key })))
    if (rules.finalAt) await limitCopies(collection, own, rules.finalAt, deps)
  }
}

async function findUncopied(
  collection: string,
  { finalAt, findUncopied: find }: SecondCopy,
  { readKeys, findKeys }: UpdateDeps,
): Promise<readonly string[]> {
  if (finalAt) return findKeys(collection, (row) => finalAt(row) === undefined)
  const keys = await readKeys(collection)
  return find ? keys.filter(await find(findKeys)) : keys
}

async function limitCopies(
  collection: string,
  names: readonly RowName[],
  finalAt: NonNullable<SecondCopy['finalAt']>,
  { copies, findKeys }: UpdateDeps,
): Promise<void> {
  // Each start lists their names.
  if (names.length <= FINAL_COPIES * 2) return
  const times = new Map<string, number>()
  await findKeys(collection, (row, key) => {
    const at = finalAt(row)
    if (at !== undefined) times.set(key, at)
    return false
  })
  const timeOf = ({ key }: RowName) => times.get(key) ?? 0
  const final = names.filter(({ key }) => times.has(key))
  const newestFirst = final.toSorted((one, other) => timeOf(other) - timeOf(one))
  await copies.remove(newestFirst.slice(FINAL_COPIES))
}
