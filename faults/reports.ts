/** What a phone tells the office, with each comparison, of the work that it has not sent. */
import { reconciliationApi } from '@veni/domain/api/reconciliation'
import type { Reply, ServerRequest } from './work-calls.ts'

export interface Report {
  /** Ids of the entries. */
  readonly items: readonly string[]
  /** When the office got it, in ms since 1970. */
  readonly at: number
  /** Whether the phone has lost its storage since it made this report for the first time. */
  isOfEvicted: boolean
  /** Whether a report arrived after the loss: it was on its way. The phone looks as if it were still in use. */
  readonly isLate: boolean
}

/** @param reports by the id of the phone; @param now in ms since 1970 */
export function noteReport(
  reports: Map<string, Report>,
  { path, body }: ServerRequest,
  { status }: Reply,
  now: number,
): void {
  if (path !== reconciliationApi.reconcile.path || status !== 200) return
  const { phone_id: id, unsent } = JSON.parse(String(body)) as {
    phone_id: string
    unsent: { items: { id: string }[] }
  }
  const isOfEvicted = reports.get(id)?.isOfEvicted ?? false
  const items = unsent.items.map((item) => item.id)
  reports.set(id, { items, at: now, isOfEvicted, isLate: isOfEvicted })
}
