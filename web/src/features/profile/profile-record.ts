/** What /profile shows: the office's record of the runner beside the deals on this phone, without React. */
import type { CompletedOrder, RunnerRecord } from '@veni/domain/api/runner-record'
import { isSignedOut } from '../../api/failure.ts'
import type { Deal } from '../../outbox/deal-store.ts'
import type { Session } from '../../state/session.ts'
import { DEMO_ORDERS } from './demo-orders.ts'

export interface ProfileRecord {
  /** On this phone, newest first, wherever they are on their way. */
  readonly phoneDeals: readonly Deal[]
  /** Deals the office has that were made on another phone, or before this one was cleared. */
  readonly officeDeals: readonly Deal[]
  readonly orders: readonly CompletedOrder[]
  /** `demo`: the static profile of a plain portal (ruling 2). */
  readonly source: 'office' | 'demo' | 'loading' | 'unreachable' | 'none'
}

export interface ProfileFacts {
  /** null: a plain portal offers no record. */
  readonly account: RunnerRecord | null | undefined
  readonly error: Error | null
  readonly deals: readonly Deal[]
  readonly mode: Session['mode']
  readonly owner: string
  readonly isDemoAllowed: boolean
}

export function profileRecord(facts: ProfileFacts): ProfileRecord {
  const { account, deals } = facts
  const source = sourceOf(facts)
  const onPhone = new Set(deals.map((deal) => deal.invoiceId))
  const officeDeals = account ? dealsOf(account, facts.owner) : []
  return {
    phoneDeals: deals,
    officeDeals: officeDeals.filter((deal) => !onPhone.has(deal.invoiceId)),
    orders: account ? ordersWithoutDeal(account) : source === 'demo' ? DEMO_ORDERS : [],
    source,
  }
}

function sourceOf({ account, error, mode, isDemoAllowed }: ProfileFacts): ProfileRecord['source'] {
  if (account) return 'office'
  if (account === undefined && (error === null || isSignedOut(error))) return 'loading'
  const isPlainPortal = account === null || mode === 'local'
  if (isPlainPortal) return isDemoAllowed ? 'demo' : 'none'
  return 'unreachable'
}

/** A cash payment brings its own order along: the list shows the deal, and each other order once. */
function ordersWithoutDeal({ orders, cash_payments: payments }: RunnerRecord): CompletedOrder[] {
  const orderIds = new Set(payments.map((payment) => String(payment.order_id)))
  return orders.filter((order) => !orderIds.has(String(order.order_id)))
}

/** The office's records in the form of this phone's deals, so that their invoices open alike. */
function dealsOf({ settlements, cash_payments: payments }: RunnerRecord, owner: string): Deal[] {
  const received = (
    record: Pick<Deal, 'differences'> & {
      visit_id: string
      invoice_id: string
      customer_id: unknown
    },
    at: string,
  ) => ({
    visitId: record.visit_id,
    invoiceId: record.invoice_id,
    customerId: String(record.customer_id),
    owner,
    createdAt: Date.parse(at),
    receivedAt: Date.parse(at),
    differences: record.differences,
    isDemo: false,
  })
  const deals: Deal[] = [
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
  return deals.toSorted((a, b) => b.createdAt - a.createdAt)
}
