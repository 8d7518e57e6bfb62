import { LOCATION_NOT_AVAILABLE } from '@veni/domain/location'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import type { CashPayment, RecountedCashPayment } from '@veni/domain/deal/record'
import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/failure.ts'
import type { Deal } from '@veni/domain/deal'
import { profileRecord, type ProfileFacts } from './profile-record.ts'

const newPayment = (changes: Partial<RecountedCashPayment> = {}): RecountedCashPayment => ({
  invoice_id: 'CASH-1-ABCDEF',
  visit_id: '6f0f3bd6-6a63-4a3e-9d5e-0d3a7e0f5b11',
  customer_id: 7,
  customer_name: 'Lakshmi',
  hair_type: 'Black Hair',
  hair_weight: 100,
  hair_value: 350,
  hair_lines: [],
  items: [],
  items_total: 0,
  balance_amount: 350,
  balance_type: 'return',
  hair_photo_url: '',
  location: LOCATION_NOT_AVAILABLE,
  cash_amount: 0,
  payout_method: 'upi',
  upi_reference: 'UPI1',
  cash_receipt_url: '',
  payment_date: '2026-11-21T04:00:00.000Z',
  status: 'completed',
  order_id: 31,
  ...changes,
})

const phoneDeal = (record: CashPayment): Deal => ({
  kind: 'cash-payment',
  record,
  visitId: record.visit_id,
  invoiceId: record.invoice_id,
  customerId: String(record.customer_id),
  owner: '9848012345',
  createdAt: 5,
  isDemo: false,
})

const newOrder = (orderId: number) => ({
  order_id: orderId,
  customer_id: 7,
  customer_name: 'Lakshmi',
  product_name: 'Handbag',
  purchase_type: 'whiteHair',
  amount: 200,
  completed_at: '2026-11-20T04:00:00.000Z',
})

const newRunnerRecord = (changes: Partial<RunnerRecord> = {}): RunnerRecord => ({
  runner: { id: 1, name: 'Ravi' },
  orders: [],
  settlements: [],
  cash_payments: [],
  ...changes,
})

const facts: ProfileFacts = {
  runnerRecord: newRunnerRecord(),
  error: null,
  deals: [],
  mode: 'server',
  owner: '9848012345',
  isDemoAllowed: true,
}

test("a deal that the phone and the server both have is listed once, with the phone's data", () => {
  const deal = phoneDeal(newPayment())
  const both = newRunnerRecord({ cash_payments: [newPayment()] })
  const record = profileRecord({ ...facts, runnerRecord: both, deals: [deal] })
  expect(record.phoneDeals).toEqual([deal])
  expect(record.serverDeals).toEqual([])
})

test('a deal made on another phone comes from the server and is received', () => {
  const payment = newPayment({ invoice_id: 'CASH-2-ABCDEF' })
  const record = profileRecord({
    ...facts,
    runnerRecord: newRunnerRecord({ cash_payments: [payment] }),
  })
  expect(record.serverDeals).toEqual([
    {
      ...phoneDeal(payment),
      createdAt: Date.parse(payment.payment_date),
      receivedAt: Date.parse(payment.payment_date),
    },
  ])
})

test('the deal that the server received last is the first, whatever the clock of its phone [R-8.085]', () => {
  const payments = [
    newPayment({ invoice_id: 'CASH-1-AAAAAA', received_at: '2026-11-21T04:00:00.000Z' }),
    newPayment({ invoice_id: 'CASH-2-AAAAAA', received_at: '2026-11-23T04:00:00.000Z' }),
    newPayment({ invoice_id: 'CASH-3-AAAAAA', received_at: '2026-11-22T04:00:00.000Z' }),
  ]
  const days = ['2099-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z', '2026-11-22T04:00:00.000Z']
  const { serverDeals } = profileRecord({
    ...facts,
    runnerRecord: newRunnerRecord({
      cash_payments: payments.map((one, at) => ({ ...one, payment_date: days[at]! })),
    }),
  })
  expect(serverDeals.map(({ invoiceId }) => invoiceId)).toEqual([
    'CASH-2-AAAAAA',
    'CASH-3-AAAAAA',
    'CASH-1-AAAAAA',
  ])
  expect(serverDeals[0]?.receivedAt).toBe(Date.parse('2026-11-23T04:00:00.000Z'))
  expect(serverDeals[0]?.createdAt).toBe(0)
})

test('the order of a cash payment is not listed separately', () => {
  const both = newRunnerRecord({
    orders: [newOrder(31), newOrder(32)],
    cash_payments: [newPayment()],
  })
  expect(profileRecord({ ...facts, runnerRecord: both }).orders).toEqual([newOrder(32)])
})

test('a plain portal has the demo profile with five orders', () => {
  const record = profileRecord({ ...facts, runnerRecord: null, mode: 'local' })
  expect(record.source).toBe('demo')
  expect(record.orders).toHaveLength(5)
})

test('without demo data a plain portal has no orders', () => {
  const record = profileRecord({ ...facts, runnerRecord: null, isDemoAllowed: false })
  expect(record).toMatchObject({ source: 'none', orders: [] })
})

test('demo orders are never shown while our server cannot be reached', () => {
  const error = new ApiFailure('network')
  const deal = phoneDeal(newPayment())
  const record = profileRecord({ ...facts, runnerRecord: undefined, error, deals: [deal] })
  expect(record).toMatchObject({ source: 'unreachable', orders: [], phoneDeals: [deal] })
})
