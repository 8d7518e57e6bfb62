/** A cash payment as a phone stores it, and how its damaged rows are read. */
import { readDamagedWork, type DamagedRows } from '../src/deal/damaged.ts'
import type { WorkOf } from '../src/work.ts'

export type Row = Record<string, unknown>

export const visitId = '6f0a6c58-4f0e-4f53-9f2b-0f8f4d1e2a11'
export const record = {
  invoice_id: 'CASH-1763690400000-KXQRTB',
  visit_id: visitId,
  customer_id: 7,
  customer_name: 'Katta Manjula',
  hair_type: 'Black Hair, Grey Hair',
  hair_weight: 350,
  hair_value: 725,
  hair_lines: [
    { hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 },
    { hair_type: 'grey_hair', weight_grams: 250, price_per_20g: 30, value: 375 },
  ],
  items: [
    {
      id: 'a',
      productId: 'torch',
      name: 'Torch',
      price: 100.5,
      quantity: 2,
      image: '',
      description: '',
    },
  ],
  items_total: 201,
  balance_amount: 524,
  balance_type: 'return',
  hair_photo_url: '/api/images/packet.jpg',
  location: { latitude: 18.43, longitude: 79.13, address: 'Karimnagar' },
  clock_offset_s: 3,
  cash_amount: 524,
  payout_method: 'cash',
  upi_reference: '',
  cash_receipt_url: '/api/images/receipt.jpg',
  payment_date: '2026-11-21T04:00:00.000Z',
  status: 'completed',
}
export const entry = {
  version: 1,
  id: visitId,
  owner: '9000000001',
  customerId: '7',
  visitId,
  createdAt: Date.parse(record.payment_date),
  work: {
    kind: 'cash-payment',
    order: {
      customer_id: 7,
      product_id: 'torch',
      product_name: 'Torch × 2',
      quantity: 2,
      total_amount: 201,
      payment_method: 'cash',
      delivery_address: 'Kothapalli',
      items: record.items,
      visit_id: visitId,
      invoice_id: record.invoice_id,
    },
    delivered: { status: 'delivered', actual_amount: 524, invoice_id: record.invoice_id },
    payment: record,
    photos: [],
  },
}
export const stored = { kind: 'cash-payment', owner: '9000000001', visitId, record }

/** Reads rows that were stored under the id of their visit. */
export const read = (
  rows: readonly unknown[],
  given: DamagedRows['given'] = {},
  photos: DamagedRows['photos'] = [],
) => readDamagedWork({ rows, key: visitId, given, photos })

export const paymentIn = (work: unknown) =>
  (work as WorkOf<'cash-payment'> | undefined)?.payment as Row | undefined
