/** The reports of unsent work. A phone sends one with each comparison. */
import { reconciliationApi } from '@veni/domain/api/reconciliation'
import type { Reply, ServerRequest } from './work-calls.ts'

export interface Report {
  /** Ids of the entries. */
  readonly items: readonly string[]
  /** When the office got it, in ms since 1970. */
  readonly at: number
  /** Whether the phone has lost its storage since its first report under this id. */
  isOfEvicted: boolean
  /** Whether a report that was sent before the loss arrived after it. Then the office believes that the phone is in use. */
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
