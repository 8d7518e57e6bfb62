/** Brings back from the second copy what the phone's database has lost since it was last open (second-copy.ts). */
import { phoneDatabase, type PhoneStore } from './database.ts'
import { reportProblem } from '../lib/report.ts'
import { readCopy, type RowName } from './second-copy.ts'
import { changeRows } from './write-phone.ts'

/**
 * Puts back the rows of a store that have one of the copies and are missing, and those whose copy is the newer one. Never rejects:
 * what cannot be brought back keeps its copy.
 * @param isNewer whether the copy counts; `stored` is undefined where the row is missing
 * @returns how many rows came back
 */
export async function restoreCopies(
  store: PhoneStore,
  copies: readonly RowName[],
  isNewer: (copy: unknown, stored: unknown) => boolean,
): Promise<number> {
  let count = 0
  for (const name of copies)
    if (name.store === store && (await restoreCopy(name, isNewer))) count += 1
  if (count > 0) reportProblem(`Brought back to ${store}: ${count}`)
  return count
}

/** One row at a time: a photo holds its bytes, and one that cannot be read keeps no other from coming back. */
async function restoreCopy(
  name: RowName,
  isNewer: (copy: unknown, stored: unknown) => boolean,
): Promise<boolean> {
  const { store, key } = name
  try {
    const stored: unknown = await (await phoneDatabase()).get(store, key)
    const copy = await readCopy(name)
    if (copy === undefined || !isNewer(copy, stored)) return false
    return await putBack(name, copy, isNewer)
  } catch (error) {
    reportProblem('A copy was not brought back', error)
    return false
  }
}

async function putBack(
  name: RowName,
  copy: unknown,
  isNewer: (copy: unknown, stored: unknown) => boolean,
): Promise<boolean> {
  const { store, key } = name
  const isBack = await changeRows([store], async (rows) => {
    if (!isNewer(copy, await rows.get(store, key))) return false
    await rows.put(store, key, copy)
    return true
  })
  // Somebody deleted it at this moment: its copy went first.
  const isDeleted = isBack && (await readCopy(name)) === undefined
  if (isDeleted) await changeRows([store], (rows) => rows.delete(store, key))
  return isBack && !isDeleted
}
