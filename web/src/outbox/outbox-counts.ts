/** How much is where. Only what the office has acknowledged counts as received. */
import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { owner } from '../state/session.ts'
import { listDeals, type Deal } from './deal-store.ts'
import { entries } from './entries.ts'
import { isDealEntry, type OutboxEntry } from './entry.ts'
import { isOnItsWay } from './on-its-way.ts'

export interface OutboxCounts {
  /** On this phone only: on their way, or deals that a plain portal has no call for. */
  readonly onPhone: number
  /** Deals that the office has acknowledged. */
  readonly received: number
  /** Refused by the office: someone must look. */
  readonly attention: number
  /** Nothing is on its way, and nobody needs to look. */
  readonly isQuiet: boolean
}

export const outboxCounts = createValueStore<OutboxCounts>(countWork([], []))

export function countWork(list: readonly OutboxEntry[], deals: readonly Deal[]): OutboxCounts {
  const attention = list.filter(({ state }) => state === 'refused').length
  const onTheirWay = list.filter(isOnItsWay).length
  return {
    onPhone: onTheirWay + staying(list, deals).length,
    received: deals.filter(({ receivedAt }) => receivedAt !== undefined).length,
    attention,
    isQuiet: onTheirWay + attention === 0,
  }
}

export function entryOf(list: readonly OutboxEntry[], { visitId }: Deal): OutboxEntry | undefined {
  return list.find((entry) => entry.visitId === visitId && isDealEntry(entry))
}

/** Deals that only this phone has, and that nothing sends. */
export function staying(list: readonly OutboxEntry[], deals: readonly Deal[]): readonly Deal[] {
  const sent = new Set(list.filter(isDealEntry).map(({ visitId }) => visitId))
  return deals.filter(
    ({ isDemo, receivedAt, visitId }) => !isDemo && receivedAt === undefined && !sent.has(visitId),
  )
}

/** Counts again whenever the outbox moves. */
export function followOutboxCounts(): void {
  const count = async () => {
    const list = entries.get()
    const counts = countWork(list, await listDeals(owner()))
    // Another count has begun since.
    if (list === entries.get()) outboxCounts.set(counts)
  }
  const countAgain = () =>
    void count().catch((error: unknown) => reportProblem('Unsent work not counted', error))
  entries.subscribe(countAgain)
  countAgain()
}
