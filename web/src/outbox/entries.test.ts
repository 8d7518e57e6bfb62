import type { CustomerUpdate } from '@veni/domain/api/customers'
import type { Customer } from '@veni/domain/customer'
import { expect, test } from 'vitest'
import { newCashDeal } from '../../test/deals.ts'
import { rejectedWork, settlement, singleOrder } from '../../test/fake-outbox.ts'
import { findCustomerChange, isOnItsWay } from './entries.ts'
import type { WorkHead } from './entry.ts'

const cashPayment: WorkHead = {
  kind: 'cash-payment',
  payment: newCashDeal().record,
  photos: [],
}

const hold = (body: Partial<CustomerUpdate>): WorkHead => ({
  kind: 'customer-update',
  body: { status: 'hold', ...body },
})

test.each<[string, string | undefined, WorkHead]>([
  ['a change of the status', 'rejected', rejectedWork],
  ['a single order', 'delivered', singleOrder],
  ['a cash payment', 'delivered', cashPayment],
  ['the delivery of a settlement', 'delivered', { kind: 'settlement-delivered', invoiceId: '1' }],
  // Its delivery follows.
  ['a settlement', undefined, settlement('INV-1')],
])('%s gives the customer the status %s', (_what, status, work) => {
  expect(findCustomerChange(work)).toEqual(status && { status })
})

test.each<[string, Partial<CustomerUpdate>, Partial<Customer>]>([
  [
    'its comment and its follow-up',
    { notes: 'Away', comments: 'Away', next_followup: '2099-12-01' },
    { comments: 'Away', nextFollowup: '2099-12-01' },
  ],
  [
    'no follow-up when it has none',
    { notes: 'Away', comments: 'Away' },
    { comments: 'Away', nextFollowup: '' },
  ],
  ['its notes as the comment', { notes: 'Away' }, { comments: 'Away', nextFollowup: '' }],
])('a hold gives the customer %s', (_what, body, change) => {
  expect(findCustomerChange(hold(body))).toEqual({ status: 'hold', ...change })
})

test('only held and refused entries wait for a person', () => {
  const states = ['waiting', 'sending', 'needs-sign-in', 'held', 'refused'] as const
  expect(states.filter((state) => isOnItsWay({ state }))).toEqual([
    'waiting',
    'sending',
    'needs-sign-in',
  ])
})
