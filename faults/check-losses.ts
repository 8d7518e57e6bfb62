/** When the browser has deleted the storage of a phone, the app names the lost work that the office knows of. */
import { lostPhotos } from './check-photos.ts'
import type { FinalPhone, FinalState } from './final-state.ts'

/**
 * An entry that a report had named is at the office with its photos, on the phone again, or the app calls it lost. The
 * app calls no entry lost that the phone has stored since.
 */
export function checkLosses({ expected, lost, waiting }: FinalPhone, state: FinalState): string[] {
  const named = [...expected.reports.values()]
    // A restored backup has forgotten the report.
    .filter(({ isOfEvicted, isLate, at }) => isOfEvicted && !isLate && at > expected.restoredAt)
    .flatMap(({ items }) => items)
  const lostNamed = [...expected.lostNamed].flatMap(([id, at]) =>
    at > expected.restoredAt ? [id] : [],
  )
  const isHere = (id: string) => waiting.some((entry) => entry.id === id)
  const missing = [...named, ...lostNamed].filter(
    (id) => !lost.includes(id) && !isHere(id) && !isAtOffice(id, expected, state),
  )
  const there = lost.filter((id) => expected.stored.has(id) && !expected.evicted.has(id))
  return [
    ...missing.map((id) => `lost with the storage, and nobody is told: ${id}`),
    ...there.map((id) => `called lost, although the phone has had it since: ${id}`),
  ]
}

function isAtOffice(
  id: string,
  expected: FinalPhone['expected'],
  { effects, conflicts, photos }: FinalState,
): boolean {
  const entry = expected.stored.get(id)
  const isRecorded = effects.some((effect) => 'key' in effect && effect.key === `${id}:work`)
  const hasPhotos = !entry || lostPhotos(entry, expected, photos).length === 0
  return (isRecorded && hasPhotos) || conflicts.some((conflict) => conflict.id === id)
}
