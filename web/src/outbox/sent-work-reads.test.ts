import { beforeEach, expect, test, vi } from 'vitest'
import { newCustomer } from '../../test/customers.ts'
import { newCashDeal } from '../../test/deals.ts'
import { rejectedWork, settlement, singleOrder } from '../../test/fake-outbox.ts'
import { signInRunner } from '../../test/runner.ts'
import { customerQuery, customersQuery } from '../api/customer-queries.ts'
import { ApiFailure } from '../api/failure.ts'
import { queryClient } from '../api/query-client.ts'
import { runnerRecordQuery } from '../api/runner-record-query.ts'
import { createEvent } from '../lib/value-store.ts'
import { activeVisit, closeVisit, selectCustomer } from '../state/visit.ts'
import type { Outcome } from './deps.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { followSentWork } from './sent-work.ts'

const work = createEvent<Outcome>()
const customer = newCustomer()

/** The answers have been read, and the last refresh of the lists is long ago. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  signInRunner()
  readAnswers()
  const stop = followSentWork(work.subscribe)
  return async () => {
    stop()
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
  }
})

function readAnswers() {
  queryClient.setQueryData(customersQuery().queryKey, {
    customers: [customer],
    fromFailedReply: false,
  })
  queryClient.setQueryData(customerQuery('7').queryKey, customer)
  queryClient.setQueryData(runnerRecordQuery().queryKey, null)
}

const isOutdated = () => ({
  list: queryClient.getQueryState(customersQuery().queryKey)?.isInvalidated,
  record: queryClient.getQueryState(runnerRecordQuery().queryKey)?.isInvalidated,
  details: queryClient.getQueryState(customerQuery('7').queryKey)?.isInvalidated,
})

const newWork = (changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: 1, work: rejectedWork }),
  ...changes,
})
const receive = (changes?: Partial<OutboxEntry>) =>
  work.publish({ kind: 'received', entry: newWork(changes) })

test('received work makes the answers of its customer and the lists outdated', () => {
  expect(isOutdated()).toEqual({ list: false, record: false, details: false })
  receive()
  expect(isOutdated()).toEqual({ list: true, record: true, details: true })
})

test('a failed attempt makes no answer outdated', () => {
  work.publish({ kind: 'failed', entry: newWork(), failure: new ApiFailure('network') })
  expect(isOutdated()).toEqual({ list: false, record: false, details: false })
})

test('a backlog asks for the lists at once, and then every three seconds while work is received', async () => {
  receive()
  readAnswers()
  receive()
  receive()
  expect(isOutdated()).toMatchObject({ list: false, record: false, details: true })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(isOutdated()).toMatchObject({ list: false, record: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(isOutdated()).toMatchObject({ list: true, record: true })
  readAnswers()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(isOutdated()).toMatchObject({ list: false, record: false })
  receive()
  expect(isOutdated()).toMatchObject({ list: true, record: true })
})

test('a received settlement leaves the status as it is until its delivery is received', () => {
  receive({ work: settlement('INV-1') })
  expect(queryClient.getQueryData(customersQuery().queryKey)?.customers).toEqual([customer])
  expect(queryClient.getQueryData(customerQuery('7').queryKey)).toEqual(customer)
})

const cashPayment: OutboxEntry['work'] = {
  kind: 'cash-payment',
  order: { customer_id: 7, product_id: 1, quantity: 1, payment_method: 'upi' },
  delivered: { status: 'delivered' },
  payment: newCashDeal().record,
  photos: [],
}

/** @returns the order of the active visit after an attempt has failed */
function orderAfter(changes: Partial<OutboxEntry>) {
  closeVisit()
  const { id } = selectCustomer({ id: '7', name: '', mobile: '', email: '', location: '' })
  const entry = newWork({ visitId: id, orderId: '501', ...changes })
  work.publish({ kind: 'failed', entry, failure: new ApiFailure('network') })
  return activeVisit.get()?.orderId
}

test('the visit has the order that a payment has made, also when a later step has failed [R-4.064]', () => {
  expect(orderAfter({ work: cashPayment })).toBe('501')
})

test('the visit has no order of other work, and none before the payment has made it', () => {
  expect(orderAfter({ work: singleOrder })).toBeUndefined()
  expect(orderAfter({ work: cashPayment, orderId: undefined })).toBeUndefined()
  closeVisit()
  sessionStorage.clear()
  const entry = newWork({ work: cashPayment, orderId: '502' })
  work.publish({ kind: 'received', entry })
  expect(sessionStorage.getItem('createdOrderId')).toBeNull()
})
