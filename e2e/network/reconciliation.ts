import type { PhoneDeal, PhoneWork } from '../support/phone-storage.ts'
import type { ServerRows } from './server-rows.ts'
import type { CompletedDeal } from './typed-deal.ts'
import { compareTyped } from './typed-oracle.ts'

/** The comparison of phone and server after a test. */
export interface Reconciliation {
  /** Number of deals that the screen showed as completed. */
  readonly deals: number
  /** Invoice ids of completed deals that the server lacks, or stores with other amounts than the phone. */
  readonly lost: readonly string[]
  /** Deals and orders that the server has more than once, or that no screen showed as completed. */
  readonly doubled: readonly string[]
  /** What the server has in another form than the runner typed it, in sentences. */
  readonly different: readonly string[]
}

/** @param typed the deals that the screen showed as completed */
export function reconcile(
  typed: readonly CompletedDeal[],
  phone: Pick<PhoneWork, 'deals'>,
  server: ServerRows,
): Reconciliation {
  const completed = typed.map(({ invoiceId }) => invoiceId)
  const atServer = [...server.cashPayments, ...server.settlements].map((row) => row.invoiceId)
  const lost = completed.filter((id) => !atServer.includes(id))
  const wrong = phone.deals.filter(
    (deal) => completed.includes(deal.invoiceId) && differs(deal, server),
  )
  const orders = server.orders.map((order) => order.invoiceId ?? `order ${order.id}`)
  const cash = server.cashPayments.map((row) => row.invoiceId)
  return {
    deals: completed.length,
    lost: [...new Set([...lost, ...wrong.map(({ invoiceId }) => invoiceId)])],
    doubled: [
      ...atServer.filter((id, index) => !completed.includes(id) || atServer.indexOf(id) !== index),
      ...orders.filter((id, index) => !cash.includes(id) || orders.indexOf(id) !== index),
    ],
    different: typed.flatMap((deal) => compareTyped(deal, server)),
  }
}

/** Whether an amount of phone and server differs by a paisa. */
function differs({ invoiceId, record }: PhoneDeal, server: ServerRows): boolean {
  const payment = server.cashPayments.find((row) => row.invoiceId === invoiceId)
  const row = payment ?? server.settlements.find((one) => one.invoiceId === invoiceId)
  if (!row) return true
  const pairs: [unknown, unknown][] = [
    [row.hairValuePaise, paise(record.hair_value)],
    [row.itemsTotalPaise, paise(record.items_total)],
    [Math.abs(row.balancePaise), paise(record.balance_amount)],
    [
      payment?.cashAmountPaise,
      record.cash_amount === undefined ? undefined : paise(record.cash_amount),
    ],
    [payment?.upiReference, record.upi_reference],
  ]
  return pairs.some(([stored, shown]) => stored !== shown)
}

const paise = (rupees: number) => Math.round(rupees * 100)
