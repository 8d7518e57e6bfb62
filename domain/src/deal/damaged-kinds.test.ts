import { expect, test } from 'vitest'
import { read, record, type Row } from '../../test/damaged-deals.ts'
import { findInvoiceOfDeal } from './damaged.ts'

const { cash_amount: _, payout_method: __, upi_reference: ___, ...common } = record
const { cash_receipt_url: ____, payment_date, ...rest } = common
const settlement = {
  ...rest,
  invoice_id: 'INV-1763690400000-KXQRTB',
  settlement_date: payment_date,
  status: 'confirmed',
}
const packet = { id: 'p', role: 'packet' as const, url: '/api/images/packet.jpg' }

test.each<[string, unknown[], Row]>([
  ['its work', [{ work: { kind: 'settlement', settlement } }], {}],
  ['the row of the deal', [null, { kind: 'settlement', record: settlement }], {}],
  ['its invoice id', [{ record: settlement }], {}],
  [
    'the office',
    [{ record: { ...settlement, invoice_id: null } }],
    { kind: 'settlement', invoice_id: settlement.invoice_id },
  ],
  [
    'the invoice id of the office',
    [{ record: { ...settlement, invoice_id: null } }],
    { invoice_id: settlement.invoice_id },
  ],
])('a settlement is known by %s, and read as it is', (_place, rows, given) => {
  const { work, customerId, problems } = read(rows, given, [packet])
  expect(problems).toEqual([])
  expect(customerId).toBe('7')
  expect(work).toEqual({ kind: 'settlement', settlement, photos: [{ id: 'p', role: 'packet' }] })
})

test('a settlement has the time of its row and the status of a new one when both are lost', () => {
  const { settlement_date: _time, status: _status, ...lost } = settlement
  const rows = [
    { createdAt: Date.parse(payment_date), work: { kind: 'settlement', settlement: lost } },
  ]
  const { work, filled } = read(rows)
  expect(work).toMatchObject({ settlement })
  expect(filled).toEqual(['settlement_date'])
})

test('a settlement may be delivered in one of two rows', () => {
  const other = { record: { ...settlement, status: 'delivered' } }
  const { work, problems } = read([{ work: { kind: 'settlement', settlement } }, other])
  expect(problems).toEqual([])
  expect(work).toMatchObject({ settlement })
})

test('a row with a kind and without an invoice id needs only the id', () => {
  const { work, problems } = read([
    { kind: 'settlement', record: { ...settlement, invoice_id: null } },
  ])
  expect(work).toBeUndefined()
  expect(problems).toEqual([{ field: 'invoice_id', found: [null] }])
})

test.each(['x', undefined, 7])(
  'a delivery whose kind is %j is known by its work, and is not taken for its settlement',
  (kind) => {
    const { invoice_id: invoiceId } = settlement
    const rows = [{ customerId: '7', work: { kind, invoiceId } }]
    const work = { kind: 'settlement-delivered', invoiceId }
    expect(read(rows)).toEqual({ customerId: '7', work, filled: [], problems: [] })
    expect(findInvoiceOfDeal(rows)).toBeUndefined()
  },
)

test('without any row the office gives the whole change of a customer', () => {
  const given = { kind: 'customer-update', status: 'hold' }
  expect(read([], given).problems).toEqual([{ field: 'customer_id', found: [] }])
  expect(read([], { ...given, customer_id: 7 })).toMatchObject({
    customerId: '7',
    work: { kind: 'customer-update', body: { status: 'hold' } },
  })
})

test('the kind that the office gives is used, also when the damaged row has another one', () => {
  const rows = [{ kind: 'cash-payment', customerId: '7', work: { body: { status: 'hold' } } }]
  expect(read(rows, { kind: 'customer-update' }).work).toEqual({
    kind: 'customer-update',
    body: { status: 'hold' },
  })
})

const update = (body: unknown, row: Row = { customerId: '7' }) => [
  { ...row, work: { kind: 'customer-update', body } },
]

test('a change of a customer is read, with the customer of its row', () => {
  const body = { status: 'hold', comments: 'Later', next_followup: '2026-12-01' }
  expect(read(update(body))).toEqual({
    customerId: '7',
    work: { kind: 'customer-update', body },
    filled: [],
    problems: [],
  })
})

test('the office gives the damaged status and the lost customer of a change', () => {
  const asked = read(update({ status: 5 }, {}))
  expect(asked).toEqual({
    customerId: '',
    work: undefined,
    filled: [],
    problems: [
      { field: 'status', found: [5] },
      { field: 'customer_id', found: [] },
    ],
  })
  expect(read(update({ status: 5 }, {}), { status: 'hold', customer_id: 7 })).toEqual({
    customerId: '7',
    work: { kind: 'customer-update', body: { status: 'hold' } },
    filled: ['status'],
    problems: [],
  })
})

test('a customer that is no id is asked for', () => {
  const { work, problems } = read(update({ status: 'hold' }, { customerId: {} }))
  expect(work).toBeUndefined()
  expect(problems).toEqual([{ field: 'customer_id', found: [{}] }])
})

const order = { customer_id: 7, product_id: 'torch', quantity: 2, payment_method: 'cash' }
const delivered = { status: 'delivered' }

test.each<[string, Row, Row, string]>([
  ['its order', {}, order, '7'],
  ['its row', { customerId: '8' }, order, '8'],
  ['its row alone', { customerId: '8' }, { ...order, customer_id: null }, '8'],
])('a single order has the customer of %s, and delivers it', (_place, row, made, customerId) => {
  const { work, problems, ...found } = read([
    { ...row, work: { kind: 'single-order', order: made } },
  ])
  expect(problems).toEqual([])
  expect(found.customerId).toBe(customerId)
  expect(work).toEqual({
    kind: 'single-order',
    order: { ...order, customer_id: made['customer_id'] ?? '8' },
    delivered,
    customer: delivered,
  })
})

test('a single order has what the runner was paid, as its delivery tells it', () => {
  const order = { customer_id: 7, product_id: 'torch', quantity: 1, payment_method: 'cash' }
  const delivered = { status: 'delivered', actual_amount: 1206.44, payment_type: 'cash' }
  const work = { kind: 'single-order', order, delivered, customer: 'damaged' }
  expect(read([{ customerId: '7', work }]).work).toMatchObject({ delivered })
})
