/**
 * Keeps what the app has read true when the office takes the phone's work: the unsent status no longer covers
 * the old one then, and a customer just rejected would come back until the next refresh.
 */
import type { Customer } from '@veni/domain/customer'
import { runnerRecordQuery } from '../api/runner-record-query.ts'
import { customerQuery, customersQuery } from '../api/customer-queries.ts'
import { invalidate, updateAnswer } from '../api/query-client.ts'
import { rememberOrder } from '../state/visit.ts'
import type { OutboxEntry } from './entry.ts'
import type { Outcome } from './deps.ts'
import { statusAfter } from './entries.ts'

/** @returns how to stop following */
export function followSentWork(
  onOutcome: (listener: (outcome: Outcome) => void) => () => void,
): () => void {
  return onOutcome(({ kind, entry }) => {
    // Only a deal's order is taken up again; each tap of /placeorder is an order of its own.
    if (entry.work.kind === 'cash-payment' && entry.visitId && entry.orderId)
      rememberOrder(entry.visitId, entry.orderId)
    if (kind === 'received') applyToReads(entry)
  })
}

function applyToReads({ customerId, work }: OutboxEntry): void {
  const status = statusAfter(work)
  const list = customersQuery()
  const details = customerQuery(customerId)
  if (status !== undefined) {
    const updated = (customer: Customer) =>
      customer.id === customerId ? { ...customer, status } : customer
    updateAnswer(list, (known) => ({ ...known, customers: known.customers.map(updated) }))
    updateAnswer(details, (known) => known && updated(known))
  }
  // A call under way may have been answered before the work arrived: it is made again.
  for (const query of [list, details, runnerRecordQuery()]) invalidate(query)
}
