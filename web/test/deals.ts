import { LOCATION_NOT_AVAILABLE } from '@veni/domain/location'
import { type CashPayment, type Settlement } from '@veni/domain/deal/record'
import type { DealOf } from '@veni/domain/deal'

const common = {
  visit_id: '6f0a6c58-4f0e-4f53-9f2b-0f8f4d1e2a11',
  customer_id: 7,
  customer_name: 'Katta Manjula',
  hair_type: 'Black Hair, Grey Hair',
  hair_weight: 350,
  hair_value: 725,
  hair_lines: [
    { hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 },
    { hair_type: 'grey_hair', weight_grams: 250, price_per_20g: 30, value: 375 },
  ],
  items: [],
  items_total: 0,
  balance_amount: 725,
  balance_type: 'return' as const,
  hair_photo_url: '',
  location: LOCATION_NOT_AVAILABLE,
}

const dealOf = (record: Settlement | CashPayment, at: string) => ({
  visitId: record.visit_id,
  invoiceId: record.invoice_id,
  customerId: '7',
  owner: '9000000001',
  createdAt: Date.parse(at),
  isDemo: false,
})

/** Hair worth ₹725, settled; `changes` are of the record. */
export function newSettlementDeal(changes: Partial<Settlement> = {}): DealOf<'settlement'> {
  const record: Settlement = {
    ...common,
    invoice_id: 'INV-1763690400000-KXQRTB',
    settlement_date: '2026-11-21T04:00:00.000Z',
    status: 'confirmed',
    ...changes,
  }
  return { ...dealOf(record, record.settlement_date), kind: 'settlement', record }
}

/** Hair worth ₹725, paid out by UPI; `changes` are of the record. */
export function newCashDeal(changes: Partial<CashPayment> = {}): DealOf<'cash-payment'> {
  const record: CashPayment = {
    ...common,
    invoice_id: 'CASH-1763690400000-ZQVSRN',
    cash_amount: 0,
    payout_method: 'upi',
    upi_reference: '421987654321',
    cash_receipt_url: '',
    payment_date: '2026-11-21T04:00:00.000Z',
    status: 'completed',
    ...changes,
  }
  return { ...dealOf(record, record.payment_date), kind: 'cash-payment', record }
}

export const newDealItem = (name: string, price: number, quantity = 1) => ({
  id: name,
  productId: name,
  name,
  price,
  quantity,
  image: '',
  description: '',
})
