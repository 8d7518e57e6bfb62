import { cashPaymentSchema, settlementSchema } from '@veni/domain/deal/record'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cashPaymentBody, settlementBody } from '../../test/fixtures/records.ts'
import { ERASED_DEAL } from '../customers/erased-fields.ts'
import {
  toCashPayment,
  toCashPaymentColumns,
  toSettlement,
  toSettlementColumns,
} from './deal-record.ts'
import { requireSameDeal } from './same-deal.ts'

const item = {
  id: '1',
  productId: 'cookingset',
  name: 'Cooking Set',
  price: 29.44,
  quantity: 2,
  image: '',
  description: '500Grams',
}
const line = { hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }
const place = { latitude: 18.43, longitude: 79.13, address: 'Karimnagar' }
const fields = { items: [item, { ...item, productId: 'handbag' }], hair_lines: [line, line] }

const added = { runnerId: 1, customerId: 26, differences: null, flags: null, createdAt: new Date() }

const kinds = [
  {
    kind: 'a settlement',
    record: { ...settlementBody(26, fields) } as object,
    store: (body: unknown) => {
      const columns = toSettlementColumns(v.parse(settlementSchema, body))
      return { ...columns, ...added, deliveredAt: null }
    },
    accept: (stored: object, body: unknown, runnerId = 1) =>
      toSettlement(requireSameDeal(stored as never, runnerId, v.parse(settlementSchema, body))),
  },
  {
    kind: 'a cash payment',
    record: { ...cashPaymentBody(26, fields) } as object,
    store: (body: unknown) => {
      const sent = v.parse(cashPaymentSchema, body)
      const orderId = sent.order_id === undefined ? null : Number(sent.order_id)
      return { ...toCashPaymentColumns(sent), ...added, orderId }
    },
    accept: (stored: object, body: unknown, runnerId = 1) =>
      toCashPayment(requireSameDeal(stored as never, runnerId, v.parse(cashPaymentSchema, body))),
  },
]

describe.each(kinds)('$kind', ({ record, store, accept }) => {
  const more = { location: { ...place, accuracy_m: 12, age_s: 3 } }

  test('is the same deal with one more field, one field less, and fields in another order', () => {
    const longer = { ...record, ...more }
    const reversed = Object.fromEntries(Object.entries(record).toReversed())
    for (const [stored, sent] of [
      [record, longer],
      [longer, record],
      [record, reversed],
      [record, { ...record, new_in_a_later_release: 1 }],
    ])
      expect(accept(store(stored), sent)).toMatchObject({ customer_id: 26 })
  })

  test('is the same deal after an erase, also with one more field', () => {
    const stored = { ...store(record), ...ERASED_DEAL, hairPhotoUrl: '' }
    for (const sent of [record, { ...record, ...more }])
      expect(accept(stored, sent)).toMatchObject({ customer_name: 'erased' })
    expect(() => accept(stored, { ...record, hair_value: 351 })).toThrow('another deal')
  })

  test('is the same deal when the address of its photo was added to the row later', () => {
    const sent = { ...record, hair_photo_url: '' }
    const stored = { ...store(sent), hairPhotoUrl: '/api/images/later.jpg' }
    expect(accept(stored, sent)).toMatchObject({ hair_photo_url: '/api/images/later.jpg' })
  })

  test('is another deal when another runner sends it', () => {
    expect(() => accept(store(record), record, 2)).toThrow('another deal')
  })

  test.each<[string, object]>([
    ['customer', { customer_id: 27 }],
    ['name', { customer_name: 'Anjali' }],
    ['hair value', { hair_value: 350.01 }],
    ['weight', { hair_weight: 100.001 }],
    ['total', { items_total: 0.01 }],
    ['balance', { balance_amount: 349.99 }],
    ['direction', { balance_type: 'collect' }],
    ['photo', { hair_photo_url: '/api/images/other.jpg' }],
    ['place', { location: { ...place, address: 'Warangal' } }],
    ['latitude', { location: { ...place, latitude: 18.4300001 } }],
    ['visit', { visit_id: '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11' }],
    ['hair line less', { hair_lines: [line] }],
    ['hair line more', { hair_lines: [line, line, line] }],
    ['price of a hair line', { hair_lines: [line, { ...line, price_per_20g: 70.01 }] }],
    ['item less', { items: [item] }],
    ['order of items', { items: fields.items.toReversed() }],
    ['description of an item', { items: [{ ...item, description: '' }, fields.items[1]] }],
  ])('with another %s is another deal', (_, difference) => {
    const stored = store({ ...record, ...more })
    expect(() => accept(stored, { ...record, ...difference })).toThrow('another deal')
  })
})

test.each<[string, object]>([
  ['cash amount', { cash_amount: 1 }],
  ['way of payment', { payout_method: 'cash' }],
  ['reference', { upi_reference: '426811223345' }],
  ['receipt', { cash_receipt_url: '/api/images/receipt.jpg' }],
  ['time', { payment_date: '2026-11-21T04:00:00.001Z' }],
  ['order', { order_id: 8 }],
])('a cash payment with another %s is another deal', (_, difference) => {
  const [, { record, store, accept }] = kinds as [unknown, (typeof kinds)[1]]
  const stored = store({ ...record, order_id: 7 })
  expect(() => accept(stored, { ...record, ...difference })).toThrow('another deal')
  expect(accept(stored, record)).toMatchObject({ order_id: 7 })
})
