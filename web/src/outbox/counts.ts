/** The counts of the outbox bar. Only work that the server has acknowledged counts as received. */
import type { Deal } from '@veni/domain/deal'
import { isOurServer } from '../api/client.ts'
import { reportProblem } from '../lib/report.ts'
import { repeatLast } from '../lib/repeat-last.ts'
import { createValueStore } from '../lib/value-store.ts'
import { owner, session } from '../state/session.ts'
import { storage } from '../storage/phone-storage.ts'
import { listUnreceivedDeals, type UnreceivedDeals } from './stores/unreceived-deals.ts'
import { entries, isOnItsWay } from './entries.ts'
import type { UnreadableRow } from './find-unreadable.ts'
import { findUnreadableAgain, unreadableRows } from './unreadable-rows.ts'
import { findSentVisits, isDealEntry, type EntryHead } from './entry.ts'

export interface OutboxCounts {
  /** On this phone only: entries to be sent, and deals that a plain portal has no call for. */
  readonly onPhone: number
  /** Deals that the server has acknowledged. */
  readonly received: number
  /** Entries that the server has refused, and rows that the app cannot read; a person must look at them. */
  readonly attention: number
  /** Nothing is to be sent, and nothing is refused. A deal that a plain portal has no call for is not to be sent. */
  readonly isIdle: boolean
}

export const outboxCounts = createValueStore<OutboxCounts>(
  countWork([], { received: 0, unreceived: [] }),
)

export function countWork(
  list: readonly EntryHead[],
  { received, unreceived }: UnreceivedDeals,
  unreadable: readonly UnreadableRow[] = [],
): OutboxCounts {
  const unread = unreadable.filter(({ countsAs }) => countsAs === 'attention')
  const attention = list.filter(({ state }) => state === 'refused').length + unread.length
  const onTheirWay = list.filter(isOnItsWay).length
  const staying = listStayingDeals(list, unreceived, unread).length
  return {
    onPhone: onTheirWay + staying,
    received: received + unreadable.filter(({ countsAs }) => countsAs === 'received').length,
    attention,
    // The next comparison with our server makes the entry of such a deal again.
    isIdle: onTheirWay + attention + (isOurServer() ? staying : 0) === 0,
  }
}

export function findDealEntry(
  list: readonly EntryHead[],
  { visitId }: Deal,
): EntryHead | undefined {
  return list.find((entry) => entry.visitId === visitId && isDealEntry(entry))
}

/** Deals that only this phone has, and that no entry sends. A deal whose entry cannot be read counts with that row. */
export function listStayingDeals(
  list: readonly EntryHead[],
  deals: readonly Deal[],
  unreadable: readonly UnreadableRow[],
): readonly Deal[] {
  const sent = new Set([...findSentVisits(list), ...unreadable.map(({ key }) => key)])
  return deals.filter(
    ({ isDemo, receivedAt, visitId }) => !isDemo && receivedAt === undefined && !sent.has(visitId),
  )
}

/** Counts again after each change of the outbox, and never twice at once. */
export function followOutboxCounts(): void {
  const countAgain = repeatLast(async () => {
    const list = entries.get()
    const deals = await listUnreceivedDeals(owner(), findSentVisits(list))
    if (list === entries.get()) outboxCounts.set(countWork(list, deals, unreadableRows.get()))
  })
  const count = () =>
    void countAgain().catch((error: unknown) => reportProblem('Unsent work not counted', error))
  entries.subscribe(count)
  unreadableRows.subscribe(count)
  count()
  const findAgain = () => void findUnreadableAgain()
  session.subscribe(findAgain)
  // When an entry has been sent, its deal must show by itself that it cannot be read.
  entries.subscribe(() => unreadableRows.get().length > 0 && findAgain())
  for (const name of ['outbox', 'deals'] as const) storage.onRestored(name, findAgain)
  findAgain()
}
