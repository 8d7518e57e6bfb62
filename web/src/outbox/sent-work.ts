/**
 * Updates the answers that the app has read when the server has received work. Until then the list shows the customer's
 * unsent changes. Without the update it would show the old values again until the next refresh.
 */
import type { Customer } from '@veni/domain/customer'
import { runnerRecordQuery } from '../api/runner-record-query.ts'
import { customerQuery, customersQuery } from '../api/customer-queries.ts'
import { invalidate, updateAnswer } from '../api/query-client.ts'
import { session } from '../state/session.ts'
import { rememberOrder } from '../state/visit.ts'
import type { OutboxEntry } from './entry.ts'
import type { Outcome } from './deps.ts'
import { findCustomerChange, withChange } from './entries.ts'

/** @returns stops it */
export function followSentWork(
  onOutcome: (listener: (outcome: Outcome) => void) => () => void,
): () => void {
  return onOutcome(({ kind, entry }) => {
    // A deal uses its order again. On /placeorder each tap creates another order.
    if (entry.work.kind === 'cash-payment' && entry.visitId && entry.orderId)
      rememberOrder(entry.visitId, entry.orderId)
    if (kind === 'received') applyToReads(entry)
    // The runner has to see what the office has.
    if (entry.refusal?.office) refreshReads(entry)
  })
}

function applyToReads({ customerId, work }: OutboxEntry): void {
  const change = findCustomerChange(work)
  const list = customersQuery()
  const details = customerQuery(customerId)
  if (change) {
    const runnerId = session.get()?.runner.id ?? ''
    const updated = (customer: Customer) =>
      customer.id === customerId ? withChange(customer, change, runnerId) : customer
    updateAnswer(list, (known) => ({ ...known, customers: known.customers.map(updated) }))
    updateAnswer(details, (known) => known && updated(known))
  }
  refreshReads({ customerId })
}

/** The server may have answered a running call before it received the work, so each call is made again. */
function refreshReads({ customerId }: Pick<OutboxEntry, 'customerId'>): void {
  invalidate(customerQuery(customerId))
  invalidateLists()
}

/** The lists are asked for at once and then every few seconds: a backlog would ask for them thousands of times. */
const PAUSE_MS = 3_000
let isPausing = false
let isOutdated = false

function invalidateLists(): void {
  isOutdated = isPausing
  if (isPausing) return
  for (const query of [customersQuery(), runnerRecordQuery()]) invalidate(query)
  isPausing = true
  setTimeout(() => {
    isPausing = false
    if (isOutdated) invalidateLists()
  }, PAUSE_MS)
}
