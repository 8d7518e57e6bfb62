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

test.each<[string, WorkHead, string | undefined]>([
  ['a change of the status', rejectedWork, 'rejected'],
  ['a single order', singleOrder, 'delivered'],
  ['a cash payment', cashPayment, 'delivered'],
  ['the delivery of a settlement', { kind: 'settlement-delivered', invoiceId: '1' }, 'delivered'],
  // Its delivery follows.
  ['a settlement', settlement('INV-1'), undefined],
])('after %s the customer has the status that the runner has chosen', (_what, work, status) => {
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
