import { expect, test } from 'vitest'
import { read, record } from '../../test/damaged-deals.ts'
import { customerUpdateSchema } from '../api/customers.ts'
import { orderCreateSchema } from '../order.ts'
import { findUnknownFields } from './damaged.ts'
import { cashPaymentSchema, settlementSchema } from './record.ts'

const names = [
  ...new Set(
    [settlementSchema, cashPaymentSchema, customerUpdateSchema, orderCreateSchema].flatMap(
      ({ entries }) => Object.keys(entries),
    ),
  ),
]

test.each([
  'settlement',
  'cash-payment',
  'customer-update',
  'single-order',
  'settlement-delivered',
])(
  'each field that the office can give of the kind %s is read, and each other one is refused',
  (kind) => {
    const rows = [{ work: { kind } }]
    const ignored = names.filter((name) => {
      const given = { [name]: {} }
      return !read(rows, given).problems.some(
        ({ field, found }) => field === name && found[0] === given[name],
      )
    })
    const given = Object.fromEntries(names.map((name) => [name, {}]))
    expect(findUnknownFields({ rows, given })).toEqual(ignored)
  },
)

test.each([
  ['settlement', ['id', 'status', 'order_id', 'cash_amount']],
  ['cash-payment', ['id', 'status', 'order_id', 'settlement_date']],
  ['customer-update', ['invoice_id', 'order_id']],
  ['single-order', ['status', 'order_id']],
  ['settlement-delivered', ['status', 'customer_id', 'order_id']],
])('work of the kind %s has no field of %j', (kind, unknown) => {
  const others = unknown.includes('id') ? ['invoice_id', 'customer_id'] : ['id']
  const given = Object.fromEntries([...others, 'kind', ...unknown].map((name) => [name, kind]))
  expect(findUnknownFields({ rows: [{ work: { kind } }], given })).toEqual(unknown)
})

test('a given kind that does not exist is reported as a problem, although the rows name the right kind', () => {
  for (const kind of ['setlement', 'toString', null, 7])
    expect(read([{ work: { kind: 'cash-payment', payment: record } }], { kind })).toEqual({
      customerId: '',
      work: undefined,
      filled: [],
      problems: [{ field: 'kind', found: [kind] }],
    })
})
