/** A cash payment in which nothing is odd, and its flags with other fields. */
import { type DealFacts, findFlags, type OrderOfDeal } from '../src/deal/flags.ts'
import type { RecordedDeal } from '../src/deal/recount.ts'
import { paise, paiseFromRupees } from '../src/money.ts'

export const RECEIVED_AT = Date.parse('2026-11-22T12:00:00Z')
export const payment: RecordedDeal = {
  invoice_id: 'CASH-1763690400000-ABCDEF',
  visit_id: '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11',
  customer_id: '26',
  customer_name: 'లక్ష్మి',
  hair_type: 'Black Hair',
  hair_weight: 100,
  hair_value: 350,
  hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }],
  items: [],
  items_total: 0,
  balance_amount: 350,
  balance_type: 'return',
  hair_photo_url: '',
  location: { latitude: 17.4, longitude: 78.5, address: 'Hyderabad' },
  cash_amount: 350,
  payout_method: 'cash',
  upi_reference: '',
  cash_receipt_url: '',
  payment_date: '2026-11-22T11:00:00Z',
  status: 'completed',
}
export const facts: DealFacts = {
  receivedAt: RECEIVED_AT,
  isOwnCustomer: true,
  hairPrices: new Map([['black_hair', new Set([paise(65_00), paise(70_00)])]]),
  productPrices: new Map(),
  hairMinimums: new Map([['black_hair', 20]]),
  order: undefined,
}

/** The flags of the payment with some other fields. Its order is the one that the app makes, unless `known` has one. */
export const flagsOf = (deal: object, known: Partial<DealFacts> = {}) => {
  const record = { ...payment, ...deal } as RecordedDeal
  return findFlags(record, { ...facts, order: orderOf(record), ...known })
}
export const kinds = (...given: Parameters<typeof flagsOf>) =>
  flagsOf(...given).map(({ kind }) => kind)

export function orderOf(deal: RecordedDeal): OrderOfDeal | undefined {
  if (!('cash_amount' in deal)) return undefined
  const { items, hair_value, items_total } = deal
  const [first] = items
  const toPaise = (rupees: number) => paiseFromRupees(rupees) ?? null
  return {
    status: 'delivered',
    invoiceId: deal.invoice_id,
    paidPaise: toPaise(deal.cash_amount),
    productId: first?.productId ?? 'hair-purchase',
    productPricePaise: toPaise(first?.price ?? hair_value),
    quantity: first ? items.reduce((sum, { quantity }) => sum + quantity, 0) : 1,
    totalPaise: toPaise(first ? items_total : hair_value),
    items,
    hairWeight: null,
    cashAmount: null,
    deliveryDate: deal.payment_date,
  }
}
export const named = (...given: Parameters<typeof flagsOf>) =>
  flagsOf(...given).map(({ kind, field }) => `${kind}: ${field}`)
