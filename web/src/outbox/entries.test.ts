import { expect, test } from 'vitest'
import { newCashDeal } from '../../test/deals.ts'
import { rejectedWork, settlement, singleOrder } from '../../test/fake-outbox.ts'
import { findStatusAfter, isOnItsWay } from './entries.ts'
import type { WorkHead } from './entry.ts'

const cashPayment: WorkHead = {
  kind: 'cash-payment',
  payment: newCashDeal().record,
  photos: [],
}

test.each<[string, string | undefined, WorkHead]>([
  ['a change of the status', 'rejected', rejectedWork],
  ['a single order', 'delivered', singleOrder],
  ['a cash payment', 'delivered', cashPayment],
  ['the delivery of a settlement', 'delivered', { kind: 'settlement-delivered', invoiceId: '1' }],
  // Its delivery follows.
  ['a settlement', undefined, settlement('INV-1')],
])('%s gives the customer the status %s', (_what, status, work) => {
  expect(findStatusAfter(work)).toBe(status)
})

test('only held and refused entries wait for a person', () => {
  const states = ['waiting', 'sending', 'needs-sign-in', 'held', 'refused'] as const
  expect(states.filter((state) => isOnItsWay({ state }))).toEqual([
    'waiting',
    'sending',
    'needs-sign-in',
  ])
})
