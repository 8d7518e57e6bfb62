import { askTogether } from '../db/together.ts'
import { invariant } from '../errors.ts'
import type { Counted } from './rate-count-store.ts'

/**
 * Counts the calls that arrive at the same time in one statement, also those under the same key. So a thousand calls at
 * the same moment take two connections of the database, and not all of them.
 * @param add adds so many calls under each key
 */
export function countTogether(
  add: (calls: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, Counted>>,
): (key: string) => Promise<Counted> {
  return askTogether(async (keys: readonly string[]) => {
    const calls = new Map<string, number>()
    for (const key of keys) calls.set(key, (calls.get(key) ?? 0) + 1)
    const counted = await add(calls)
    const earlier = new Map<string, number>()
    return keys.map((key) => {
      const found = counted.get(key)
      invariant(found, 'a call was not counted')
      const { current, ttl } = found
      const place = (earlier.get(key) ?? 0) + 1
      earlier.set(key, place)
      return { current: current - (calls.get(key) ?? 0) + place, ttl }
    })
  })
}
