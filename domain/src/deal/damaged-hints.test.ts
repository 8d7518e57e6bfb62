import { expect, test } from 'vitest'
import {
  entry,
  paymentIn,
  read,
  record,
  type Row,
  stored,
  visitId,
} from '../../test/damaged-deals.ts'
import { LOCATION_NOT_AVAILABLE } from '../location.ts'
import type { WorkOf } from '../work.ts'

const otherVisit = '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11'
const otherInvoice = 'CASH-1763690400001-ABCDEF'
const instant = '2026-11-20T05:00:00.000Z'

/** An entry of the phone whose record lost a field; `work` has its order and delivery. */
const entryWithout = (field: string, row: Row, work: Row, lost: Row = {}) => {
  const payment = Object.fromEntries(
    Object.entries({ ...record, ...lost }).filter(([name]) => name !== field),
  )
  return { ...row, work: { kind: 'cash-payment', ...work, payment } }
}

test.each<[string, Row, Row, unknown]>([
  [
    'invoice_id',
    { invoiceId: record.invoice_id },
    { order: { invoice_id: otherInvoice } },
    record.invoice_id,
  ],
  ['invoice_id', {}, { order: { invoice_id: record.invoice_id } }, record.invoice_id],
  ['invoice_id', { note: `Invoice ${otherInvoice}, paid` }, {}, otherInvoice],
  [
    'invoice_id',
    { note: otherInvoice },
    { order: { invoice_id: record.invoice_id } },
    record.invoice_id,
  ],
  ['visit_id', { visitId }, { order: { visit_id: otherVisit } }, otherVisit],
  ['visit_id', { visitId: otherVisit }, {}, otherVisit],
  ['visit_id', {}, {}, visitId],
  ['customer_id', { customerId: '8' }, { order: { customer_id: 9 } }, '8'],
  ['customer_id', {}, { order: { customer_id: 9 } }, 9],
  ['hair_value', {}, { order: { product_id: 'hair-purchase', total_amount: 700 } }, 700],
  ['hair_value', {}, { order: { product_id: 'torch', total_amount: 700 } }, 725],
  ['items', {}, { order: { product_id: 'hair-purchase', items: record.items } }, []],
  ['items', {}, { order: { product_id: 'torch', items: record.items } }, record.items],
  ['cash_amount', {}, { delivered: { actual_amount: 520 } }, 520],
  [
    'payout_method',
    {},
    { delivered: { payment_type: 'upi' }, order: { payment_method: 'cash' } },
    'upi',
  ],
  ['payout_method', {}, { order: { payment_method: 'upi' } }, 'upi'],
  ['payment_date', { createdAt: 1 }, { delivered: { delivery_date: instant } }, instant],
  ['payment_date', { createdAt: Date.parse(instant) }, {}, instant],
  ['clock_offset_s', { clockOffsetS: -7 }, {}, -7],
])('the lost field %s of a record is read from %j and %j', (field, row, work, expected) => {
  const { work: made, filled, problems } = read([entryWithout(field, row, work)])
  expect(problems).toEqual([])
  expect(filled).toEqual([field])
  expect(paymentIn(made)?.[field]).toEqual(expected)
})

test.each([0, -1, 8.64e15, 8.65e15, '1763690400000', Number.NaN])(
  'the office is asked for the time of a deal that was made at %j',
  (createdAt) => {
    const { work, problems } = read([entryWithout('payment_date', { createdAt }, {})])
    expect(work).toBeUndefined()
    expect(problems).toEqual([{ field: 'payment_date', found: [] }])
  },
)

test.each<[string, Row, unknown]>([
  ['customer_name', {}, ''],
  ['status', {}, 'completed'],
  ['location', {}, LOCATION_NOT_AVAILABLE],
  ['hair_photo_url', { hair_photo_url: '/api/images/sent.jpg' }, '/api/images/sent.jpg'],
  ['hair_photo_url', { hair_photo_url: '' }, '/api/images/new-packet.jpg'],
  ['cash_receipt_url', { cash_receipt_url: '/api/images/sent.jpg' }, '/api/images/sent.jpg'],
  ['cash_receipt_url', { cash_receipt_url: '' }, '/api/images/new-receipt.jpg'],
  ['upi_reference', { runner_notes: `Invoice ${record.invoice_id}` }, ''],
])('the lost field %s is filled from %j, and no one is asked', (field, delivered, expected) => {
  const photos = [
    { id: 'r', role: 'receipt' as const, url: '/api/images/new-receipt.jpg' },
    { id: 'p', role: 'packet' as const, url: '/api/images/new-packet.jpg' },
  ]
  const { work, filled, problems } = read([entryWithout(field, {}, { delivered })], {}, photos)
  expect({ filled, problems }).toEqual({ filled: [], problems: [] })
  expect(paymentIn(work)?.[field]).toEqual(expected)
  expect((work as WorkOf<'cash-payment'>).photos).toEqual([
    { id: 'r', role: 'receipt' },
    { id: 'p', role: 'packet' },
  ])
})

test.each(['hair_photo_url', 'cash_receipt_url'])(
  'two rows may have different values of the field %s, and the first one counts',
  (field) => {
    const other = { ...record, [field]: '/api/images/other.jpg' }
    const { work, problems } = read([entry, { ...stored, record: other }])
    expect(problems).toEqual([])
    expect(paymentIn(work)).toEqual(record)
  },
)

test('photos that are not there have no address', () => {
  const { hair_photo_url: _, cash_receipt_url: __, ...payment } = record
  const { work, filled } = read([{ work: { kind: 'cash-payment', payment } }])
  expect(filled).toEqual([])
  expect(paymentIn(work)).toMatchObject({ hair_photo_url: '', cash_receipt_url: '' })
})

test('a field that nobody is asked for counts as filled when the office gives it', () => {
  const { work, filled } = read([entry], { customer_name: 'Manjula' })
  expect(filled).toEqual(['customer_name'])
  expect(paymentIn(work)).toEqual({ ...record, customer_name: 'Manjula' })
})

test('a record of another order gets an order of its own', () => {
  const order = { ...entry.work.order, invoice_id: otherInvoice }
  const { work } = read([{ ...entry, work: { ...entry.work, order } }])
  expect((work as WorkOf<'cash-payment'>).order).toMatchObject({
    customer_id: 7,
    runner_id: 1,
    delivery_address: '',
    customer_notes: '',
    runner_notes: `Invoice ${record.invoice_id}`,
    payment_method: 'cash',
    hair_photo_url: record.hair_photo_url,
    cash_receipt_url: record.cash_receipt_url,
    visit_id: visitId,
    invoice_id: record.invoice_id,
  })
})

test('the order that is built again names every product', () => {
  const spoon = { ...record.items[0], id: 'b', productId: 'spoon', name: 'Spoon', quantity: 3 }
  const { work } = read([{ ...stored, record: { ...record, items: [...record.items, spoon] } }])
  expect((work as WorkOf<'cash-payment'>).order).toMatchObject({
    product_id: 'torch',
    product_name: 'Torch × 2, Spoon × 3',
    quantity: 5,
  })
})

test('the order of a deal without products is built again for the hair', () => {
  const payment = { ...record, items: [], items_total: 0, balance_amount: 725, cash_amount: 725 }
  const { work } = read([{ ...stored, record: payment }])
  const { order } = work as WorkOf<'cash-payment'>
  expect(order).toMatchObject({
    product_id: 'hair-purchase',
    product_name: 'Hair purchase',
    product_price: 725,
    quantity: 1,
    total_amount: 725,
  })
  expect(order).not.toHaveProperty('items')
})
