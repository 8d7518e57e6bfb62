/** Decides what /profile shows: the runner record beside the deals on this phone, without React. */
import type { CompletedOrder, RunnerRecord } from '@veni/domain/api/runner-record'
import { isSignedOut } from '../../api/failure.ts'
import type { Deal } from '@veni/domain/deal'
import type { Session } from '../../state/session.ts'
import { DEMO_ORDERS } from './demo-orders.ts'

export interface ProfileRecord {
  /** All deals on this phone, newest first, in any state. */
  readonly phoneDeals: readonly Deal[]
  /** Deals that only the server has: made on another phone, or before this phone was cleared. */
  readonly serverDeals: readonly Deal[]
  readonly orders: readonly CompletedOrder[]
  /** `demo`: the static profile of a plain portal. */
  readonly source: 'server' | 'demo' | 'loading' | 'unreachable' | 'none'
}

export interface ProfileFacts {
  /** null: a plain portal has no runner record. */
  readonly runnerRecord: RunnerRecord | null | undefined
  readonly error: Error | null
  readonly deals: readonly Deal[]
  readonly mode: Session['mode']
  readonly owner: string
  readonly isDemoAllowed: boolean
}

export function profileRecord(facts: ProfileFacts): ProfileRecord {
  const { runnerRecord, deals } = facts
  const source = sourceOf(facts)
  const onPhone = new Set(deals.map((deal) => deal.invoiceId))
  const serverDeals = runnerRecord ? dealsOf(runnerRecord, facts.owner) : []
  return {
    phoneDeals: deals,
    serverDeals: serverDeals.filter((deal) => !onPhone.has(deal.invoiceId)),
    orders: runnerRecord ? ordersWithoutDeal(runnerRecord) : source === 'demo' ? DEMO_ORDERS : [],
    source,
  }
}

function sourceOf({
  runnerRecord,
  error,
  mode,
  isDemoAllowed,
}: ProfileFacts): ProfileRecord['source'] {
  if (runnerRecord) return 'server'
  if (runnerRecord === undefined && (error === null || isSignedOut(error))) return 'loading'
  const isPlainPortal = runnerRecord === null || mode === 'local'
  if (isPlainPortal) return isDemoAllowed ? 'demo' : 'none'
  return 'unreachable'
}

/** A cash payment has an order of its own. The list shows the deal instead of that order. */
function ordersWithoutDeal({ orders, cash_payments: payments }: RunnerRecord): CompletedOrder[] {
  const orderIds = new Set(payments.map((payment) => String(payment.order_id)))
  return orders.filter((order) => !orderIds.has(String(order.order_id)))
}

/**
 * The server's records in the form of this phone's deals, so that their invoices open in the same way. The last received
 * is the first, because the clock of each phone may be wrong.
 */
function dealsOf({ settlements, cash_payments: payments }: RunnerRecord, owner: string): Deal[] {
  const received = (
    record: Pick<Deal, 'differences'> & {
      visit_id: string
      invoice_id: string
      customer_id: unknown
      received_at?: string | undefined
    },
    at: string,
  ) => ({
    visitId: record.visit_id,
    invoiceId: record.invoice_id,
    customerId: String(record.customer_id),
    owner,
    createdAt: Date.parse(at),
    // An older server does not send its own time.
    receivedAt: Date.parse(record.received_at ?? at),
    differences: record.differences,
    isDemo: false,
  })
  const deals = [
    ...settlements.map((record) => ({
      kind: 'settlement' as const,
      record,
      ...received(record, record.settlement_date),
    })),
    ...payments.map((record) => ({
      kind: 'cash-payment' as const,
      record,
      ...received(record, record.payment_date),
    })),
  ]
  return deals.toSorted((a, b) => b.receivedAt - a.receivedAt)
}
