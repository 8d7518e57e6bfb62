/** The counts of the outbox bar. Only work that the server has acknowledged counts as received. */
import type { Deal } from '@veni/domain/deal'
import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { owner } from '../state/session.ts'
import { listDeals } from './stores/deal-store.ts'
import { entries, isOnItsWay } from './entries.ts'
import { isDealEntry, type OutboxEntry } from './entry.ts'

export interface OutboxCounts {
  /** On this phone only: entries to be sent, and deals that a plain portal has no call for. */
  readonly onPhone: number
  /** Deals that the server has acknowledged. */
  readonly received: number
  /** Entries that the server has refused; a person must look at them. */
  readonly attention: number
  /** No entry is to be sent, and none is refused. */
  readonly isIdle: boolean
}

export const outboxCounts = createValueStore<OutboxCounts>(countWork([], []))

export function countWork(list: readonly OutboxEntry[], deals: readonly Deal[]): OutboxCounts {
  const attention = list.filter(({ state }) => state === 'refused').length
  const onTheirWay = list.filter(isOnItsWay).length
  return {
    onPhone: onTheirWay + listStayingDeals(list, deals).length,
    received: deals.filter(({ receivedAt }) => receivedAt !== undefined).length,
    attention,
    isIdle: onTheirWay + attention === 0,
  }
}

export function findDealEntry(
  list: readonly OutboxEntry[],
  { visitId }: Deal,
): OutboxEntry | undefined {
  return list.find((entry) => entry.visitId === visitId && isDealEntry(entry))
}

/** Deals that only this phone has, and that no entry sends. */
export function listStayingDeals(
  list: readonly OutboxEntry[],
  deals: readonly Deal[],
): readonly Deal[] {
  const sent = new Set(list.filter(isDealEntry).map(({ visitId }) => visitId))
  return deals.filter(
    ({ isDemo, receivedAt, visitId }) => !isDemo && receivedAt === undefined && !sent.has(visitId),
  )
}

/** Counts again after each change of the outbox. */
export function followOutboxCounts(): void {
  const count = async () => {
    const list = entries.get()
    const counts = countWork(list, await listDeals(owner()))
    // If the outbox has changed meanwhile, a later count replaces this one.
    if (list === entries.get()) outboxCounts.set(counts)
  }
  const countAgain = () =>
    void count().catch((error: unknown) => reportProblem('Unsent work not counted', error))
  entries.subscribe(countAgain)
  countAgain()
}
