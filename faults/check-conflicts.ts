/** The server refuses a change of a runner only where it would replace a newer change of the office. */
import { listStored, replay } from './check-customers.ts'
import type { FinalState } from './final-state.ts'
import { isConflict } from './office-values.ts'
import { PHONES } from './people.ts'

export function checkConflicts({ phones, conflicts }: FinalState): string[] {
  const stored = listStored(phones)
  const refused = new Set<string>()
  return conflicts.flatMap(({ id, before }) => {
    const isRepeat = refused.has(id)
    refused.add(id)
    const entry = stored.get(id)
    if (!entry) return [`a conflict about work that no phone has stored: ${id}`]
    const { owner, office } = replay(entry.customerId, before, stored)
    const isOwn = owner === undefined || PHONES[owner] === entry.owner
    // A copy of a refused call is refused again, whatever the customer has by then.
    return isRepeat || (isOwn && isConflict(entry, office))
      ? []
      : [`a conflict about nothing: ${id}`]
  })
}
