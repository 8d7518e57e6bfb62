import { randomUUID } from 'node:crypto'
import type { CashPayment, Settlement } from '@veni/domain/deal/record'
import type { OrderCreate } from '@veni/domain/order'
import type { Db } from '../src/db/client.ts'
import { customers, hairPrices, products, runners } from '../src/db/schema.ts'
import type { CustomerRow } from '../src/customers/store.ts'

/** Two runners of the specification; every test file has them. */
export const RAVI = { id: 1, phone: '9000000001' }
export const LAKSHMI = { id: 2, phone: '9000000002' }

export async function storeRunners(db: Db): Promise<void> {
  const rows = [
    { ...RAVI, name: 'Ravi Kumar' },
    { ...LAKSHMI, name: 'Lakshmi Devi' },
  ]
  await db.insert(runners).values(rows).onConflictDoNothing()
}

/** What the deals below are made at. */
export async function storePrices(db: Db): Promise<void> {
  await db
    .insert(hairPrices)
    .values({ hairType: 'black_hair', pricePer20gPaise: 70_00, minimumWeightGrams: 20 })
  await db
    .insert(products)
    .values({ productId: 'cookingset', name: 'Cooking Set', pricePaise: 29_44 })
}

export async function newCustomer(
  db: Db,
  fields: Partial<typeof customers.$inferInsert> = {},
): Promise<CustomerRow> {
  const row = { memberName: 'Anjali Reddy', status: 'assigned', runnerId: RAVI.id, ...fields }
  const [stored] = await db.insert(customers).values(row).returning()
  return stored!
}

export function orderBody(customerId: number, fields: Partial<OrderCreate> = {}): OrderCreate {
  return {
    customer_id: customerId,
    runner_id: 1,
    product_id: 'ricecooker',
    product_name: 'Rice Cooker × 1',
    product_price: 1206.44,
    quantity: 1,
    total_amount: 1206.44,
    payment_method: 'upi',
    delivery_address: 'Kothapalli, Karimnagar',
    customer_notes: '',
    ...fields,
  }
}

let invoices = 0
const invoiceId = (prefix: string) =>
  `${prefix}-1763690400000-T${String((invoices += 1)).padStart(5, '0')}`

const deal = (customerId: number) => ({
  visit_id: randomUUID(),
  customer_id: customerId,
  customer_name: 'Anjali Reddy',
  hair_type: 'Black Hair',
  hair_weight: 100,
  hair_value: 350,
  hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }],
  items: [],
  items_total: 0,
  balance_amount: 350,
  balance_type: 'return' as const,
  hair_photo_url: '/api/images/packet.jpg',
  location: { latitude: 18.43, longitude: 79.13, address: 'Karimnagar' },
})

export function settlementBody(customerId: number, fields: Partial<Settlement> = {}): Settlement {
  return {
    ...deal(customerId),
    invoice_id: invoiceId('INV'),
    settlement_date: '2026-11-21T04:00:00.000Z',
    status: 'confirmed',
    ...fields,
  }
}

export function cashPaymentBody(
  customerId: number,
  fields: Partial<CashPayment> = {},
): CashPayment {
  return {
    ...deal(customerId),
    invoice_id: invoiceId('CASH'),
    cash_amount: 0,
    payout_method: 'upi',
    upi_reference: '426811223344',
    cash_receipt_url: '',
    payment_date: '2026-11-21T04:00:00.000Z',
    status: 'completed',
    ...fields,
  }
}
