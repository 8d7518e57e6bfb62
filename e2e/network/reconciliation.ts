import type { PhoneDeal, PhoneWork } from '../support/phone-storage.ts'
import type { ServerRows } from './server-rows.ts'

/** The comparison of phone and server after a test. */
export interface Reconciliation {
  /** Number of deals that the screen showed as completed. */
  readonly deals: number
  /** Invoice ids of completed deals that the server lacks, or stores with other amounts or without the photo. */
  readonly lost: readonly string[]
  /** Deals and orders that the server has more than once, or that no screen showed as completed. */
  readonly doubled: readonly string[]
}

/** @param completed the invoice ids of the deals that the screen showed as completed */
export function reconcile(
  completed: readonly string[],
  phone: Pick<PhoneWork, 'deals'>,
  server: ServerRows,
): Reconciliation {
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
  }
}

/** Whether an amount differs by a paisa, or the photo of the packet is missing. The photo's URL contains its hash. */
function differs({ invoiceId, record }: PhoneDeal, server: ServerRows): boolean {
  const payment = server.cashPayments.find((row) => row.invoiceId === invoiceId)
  const row = payment ?? server.settlements.find((one) => one.invoiceId === invoiceId)
  if (!row) return true
  const hasPhoto = server.photos.some(({ hash }) => row.hairPhotoUrl.includes(hash))
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
  return !hasPhoto || pairs.some(([stored, shown]) => stored !== shown)
}

const paise = (rupees: number) => Math.round(rupees * 100)
