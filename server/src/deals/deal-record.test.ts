import { cashPaymentSchema, settlementSchema } from '@veni/domain/deal/record'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  toCashPayment,
  toCashPaymentColumns,
  toSettlement,
  toSettlementColumns,
} from './deal-record.ts'

/** The fields that every release has sent. */
const record = {
  visit_id: '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11',
  customer_id: 26,
  customer_name: 'లక్ష్మి',
  hair_type: 'Black Hair',
  hair_weight: 100,
  hair_value: 350,
  hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }],
  items: [
    {
      id: '1',
      productId: 'cookingset',
      name: 'Cooking Set',
      price: 29.44,
      quantity: 2,
      image: '',
      description: '500Grams',
    },
  ],
  items_total: 58.88,
  balance_amount: 291.12,
  balance_type: 'return',
  hair_photo_url: '',
  location: { latitude: 17.4, longitude: 78.5, address: 'Hyderabad' },
}

const settlement = {
  ...record,
  invoice_id: 'INV-1763690400000-ABCDEF',
  settlement_date: '2026-11-21T03:22:00.000Z',
  status: 'confirmed',
}

const cashPayment = {
  ...record,
  invoice_id: 'CASH-1763690400000-ABCDEF',
  cash_amount: 291,
  payout_method: 'cash',
  upi_reference: '',
  cash_receipt_url: '',
  payment_date: '2026-11-21T03:22:00.000Z',
  status: 'completed',
}

// Databases have these hashes: with another one the server would refuse the repeat of a stored deal.
test('the record of an older app has the content hash that it always had', () => {
  const { contentHash: ofSettlement } = toSettlementColumns(v.parse(settlementSchema, settlement))
  const { contentHash: ofPayment } = toCashPaymentColumns(v.parse(cashPaymentSchema, cashPayment))
  expect([ofSettlement, ofPayment]).toEqual([
    '95073346b17ec9af2890d129a25eac0d5d546deb80fc80d7c4fa2375e04f9921',
    '2906003568bfe57dbcd4867eac03537ee98b84db9a84e6d63c7030d39df7dcaf',
  ])
})

test('a record with the offset of a clock is the same deal for a server that does not know the offset', () => {
  const columns = toSettlementColumns(
    v.parse(settlementSchema, { ...settlement, clock_offset_s: 90 }),
  )
  expect(columns.contentHash).toBe(
    '95073346b17ec9af2890d129a25eac0d5d546deb80fc80d7c4fa2375e04f9921',
  )
})

test('the deal of an app that does not measure its clock has no offset', () => {
  expect(toSettlementColumns(v.parse(settlementSchema, settlement)).clockOffsetS).toBeNull()
})

/** What the server adds to the columns of a record. */
const stored = {
  id: 1,
  runnerId: 1,
  customerId: 26,
  orderId: 7,
  differences: null,
  flags: null,
  createdAt: new Date(),
  deliveredAt: null,
}

const samples: Record<string, unknown> = { string: 'text', number: 12, boolean: true }

/** The value with a sample in each optional field of the schema that it does not have. */
function fillOptional(schema: unknown, value: unknown): unknown {
  const { type, entries, item, wrapped, options } = schema as {
    type: string
    entries?: Record<string, unknown>
    item?: unknown
    wrapped?: unknown
    options?: unknown[]
  }
  if (type === 'optional') return fillOptional(wrapped, value)
  if (type === 'array') return (value as unknown[]).map((each) => fillOptional(item, each))
  if (!entries) return value ?? options?.[0] ?? samples[type]
  const filled = Object.entries(entries).map(([name, field]) => [
    name,
    fillOptional(field, (value as Record<string, unknown> | undefined)?.[name]),
  ])
  return Object.fromEntries(filled) as unknown
}

test('each field of a settlement comes back from its columns', () => {
  const sent = fillOptional(settlementSchema, settlement)
  expect(sent).toMatchObject({ location: { accuracy_m: 12, age_s: 12 } })
  const columns = toSettlementColumns(v.parse(settlementSchema, sent))
  expect(toSettlement({ ...stored, ...columns })).toStrictEqual(sent)
})

test('each field of a cash payment comes back from its columns', () => {
  const sent = fillOptional(cashPaymentSchema, { ...cashPayment, order_id: stored.orderId })
  expect(sent).toMatchObject({ location: { accuracy_m: 12, age_s: 12 } })
  const columns = toCashPaymentColumns(v.parse(cashPaymentSchema, sent))
  expect(toCashPayment({ ...stored, ...columns })).toStrictEqual(sent)
})
