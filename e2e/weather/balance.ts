import type { OfficeBooks } from './office-books.ts'
import type { PhoneBooks, PhoneDeal } from '../support/phone-books.ts'

/** How the books stand after the weather. */
export interface Balance {
  /** Deals that a runner was told are done. */
  readonly deals: number
  /** Invoice ids of deals that the office does not have, or has with other amounts or without the photo. */
  readonly lost: readonly string[]
  /** What the office has more than once, or that nobody was told is done. */
  readonly doubled: readonly string[]
}

/** @param told the invoice ids that stood on the screen as done */
export function strikeBalance(
  told: readonly string[],
  phone: Pick<PhoneBooks, 'deals'>,
  office: OfficeBooks,
): Balance {
  const ofOffice = [...office.cashPayments, ...office.settlements].map((row) => row.invoiceId)
  const lost = told.filter((id) => !ofOffice.includes(id))
  const wrong = phone.deals.filter((deal) => told.includes(deal.invoiceId) && differs(deal, office))
  const orders = office.orders.map((order) => order.invoiceId ?? `order ${order.id}`)
  const cash = office.cashPayments.map((row) => row.invoiceId)
  return {
    deals: told.length,
    lost: [...new Set([...lost, ...wrong.map(({ invoiceId }) => invoiceId)])],
    doubled: [
      ...ofOffice.filter((id, index) => !told.includes(id) || ofOffice.indexOf(id) !== index),
      ...orders.filter((id, index) => !cash.includes(id) || orders.indexOf(id) !== index),
    ],
  }
}

/** To the paisa, and with the packet's photo, whose address names its bytes. */
function differs({ invoiceId, record }: PhoneDeal, office: OfficeBooks): boolean {
  const payment = office.cashPayments.find((row) => row.invoiceId === invoiceId)
  const row = payment ?? office.settlements.find((one) => one.invoiceId === invoiceId)
  if (!row) return true
  const isPhotoThere = office.photos.some(({ hash }) => row.hairPhotoUrl.includes(hash))
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
  return !isPhotoThere || pairs.some(([stored, shown]) => stored !== shown)
}

const paise = (rupees: number) => Math.round(rupees * 100)
