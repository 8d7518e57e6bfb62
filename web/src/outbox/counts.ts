/** The counts of the outbox bar. Only work that the server has acknowledged counts as received. */
import type { Deal } from '@veni/domain/deal'
import { reportProblem } from '../lib/report.ts'
import { repeatLast } from '../lib/repeat-last.ts'
import { createValueStore } from '../lib/value-store.ts'
import { owner } from '../state/session.ts'
import { listUnreceivedDeals, type UnreceivedDeals } from './stores/deal-store.ts'
import { entries, isOnItsWay } from './entries.ts'
import { isDealEntry, type EntryHead } from './entry.ts'

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

export const outboxCounts = createValueStore<OutboxCounts>(
  countWork([], { received: 0, unreceived: [] }),
)

export function countWork(
  list: readonly EntryHead[],
  { received, unreceived }: UnreceivedDeals,
): OutboxCounts {
  const attention = list.filter(({ state }) => state === 'refused').length
  const onTheirWay = list.filter(isOnItsWay).length
  return {
    onPhone: onTheirWay + listStayingDeals(list, unreceived).length,
    received,
    attention,
    isIdle: onTheirWay + attention === 0,
  }
}

export function findDealEntry(
  list: readonly EntryHead[],
  { visitId }: Deal,
): EntryHead | undefined {
  return list.find((entry) => entry.visitId === visitId && isDealEntry(entry))
}

/** Deals that only this phone has, and that no entry sends. */
export function listStayingDeals(
  list: readonly EntryHead[],
  deals: readonly Deal[],
): readonly Deal[] {
  const sent = findSentVisits(list)
  return deals.filter(
    ({ isDemo, receivedAt, visitId }) => !isDemo && receivedAt === undefined && !sent.has(visitId),
  )
}

/** The visits whose deals an entry sends. */
function findSentVisits(list: readonly EntryHead[]): ReadonlySet<string> {
  return new Set(list.filter(isDealEntry).flatMap(({ visitId = [] }) => visitId))
}

/** Counts again after each change of the outbox, and never twice at once. */
export function followOutboxCounts(): void {
  const countAgain = repeatLast(async () => {
    const list = entries.get()
    const deals = await listUnreceivedDeals(owner(), findSentVisits(list))
    if (list === entries.get()) outboxCounts.set(countWork(list, deals))
  })
  const count = () =>
    void countAgain().catch((error: unknown) => reportProblem('Unsent work not counted', error))
  entries.subscribe(count)
  count()
}
