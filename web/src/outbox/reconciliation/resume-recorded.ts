/** Refused entries that the office has recorded itself: from an exported file, or from an order without a deal. */
import {
  MOST_RECONCILED_ITEMS,
  type ReconciledItem,
  type ReconciliationReply,
} from '@veni/domain/api/reconciliation'
import { inSlices } from '../../lib/in-slices.ts'
import type { EntryHead, OutboxEntry } from '../entry.ts'

interface ResumeDeps {
  readonly entries: {
    /** @returns what was stored; undefined when nothing was */
    readonly changeEntry: (
      id: string,
      change: (entry: OutboxEntry) => OutboxEntry | undefined,
    ) => Promise<unknown>
  }
  /** `now` in ms since 1970. */
  readonly clock: { readonly now: () => number }
  readonly ask: (items: readonly ReconciledItem[]) => Promise<ReconciliationReply>
}

/**
 * Sends them again, once: the server answers what it has recorded, and the phone then sends the photos that are missing.
 * Until then they do not count as received.
 * @returns how many
 */
export async function resumeRecorded(
  entries: readonly EntryHead[],
  { entries: store, clock, ask }: ResumeDeps,
): Promise<number> {
  const refused = entries.filter(
    ({ state, hash, isResumed }) => state === 'refused' && hash === undefined && !isResumed,
  )
  let resumed = 0
  for (const some of inSlices(refused, MOST_RECONCILED_ITEMS)) {
    const { results } = await ask(some.map(({ id }) => ({ id, photos: [], is_sent: false })))
    for (const [at, { id }] of some.entries()) {
      const result = results[at]
      if (result?.state === 'missing' && !result.has_deal) continue
      const changed = await store.changeEntry(id, (stored) => toResumed(stored, clock.now()))
      if (changed) resumed += 1
    }
  }
  return resumed
}

function toResumed(stored: OutboxEntry, now: number): OutboxEntry | undefined {
  const { refusal: _, ...entry } = stored
  if (stored.state !== 'refused') return undefined
  return { ...entry, state: 'waiting', nextAttemptAt: now, isResumed: true }
}
