import { ZERO_PAISE } from '@veni/domain/money'
import { buildDealOrder, buildSingleOrder } from '@veni/domain/order'
import { expect, test } from 'vitest'
import { holdUpdate, statusUpdate, VISIBLE_ACTIONS } from './status-actions.ts'

test('Pending exists but is not offered [R-2.218, R-4.018]', () => {
  expect(VISIBLE_ACTIONS).toEqual(['interested', 'hold', 'rejected'])
  expect(statusUpdate('pending')).toEqual({
    status: 'pending',
    notes: 'Order created but status not updated or other pending cases',
    runner_id: 1,
  })
})

test('interested is sent as pending [R-4.012]', () => {
  expect(statusUpdate('interested')).toEqual({
    status: 'pending',
    notes: 'Customer is interested and order is being processed',
    runner_id: 1,
  })
})

test('rejected is sent with its note [R-4.014]', () => {
  expect(statusUpdate('rejected')).toEqual({
    status: 'rejected',
    notes: 'Customer has rejected the offer',
    runner_id: 1,
  })
})

test('hold is sent with the comment, and with a follow-up only if the runner chose one [R-3.057]', () => {
  const comments = 'After the festival'
  expect(holdUpdate({ comments, nextFollowup: '2026-12-01' })).toEqual({
    status: 'hold',
    notes: comments,
    comments,
    runner_id: 1,
    next_followup: '2026-12-01',
  })
  expect(holdUpdate({ comments, nextFollowup: '' })).not.toHaveProperty('next_followup')
})

test('orders and customer updates carry runner 1 for every runner [R-3.003]', () => {
  const nothing = { deliveryAddress: '', customerNotes: '' }
  const bodies = [
    statusUpdate('interested'),
    statusUpdate('rejected'),
    statusUpdate('pending'),
    holdUpdate({ comments: 'Later', nextFollowup: '' }),
    buildSingleOrder({
      ...nothing,
      customerId: '26',
      productId: '5',
      purchaseType: 'cash',
      hairWeight: '30',
      cashAmount: '100',
    }),
    buildDealOrder({
      ...nothing,
      customerId: '26',
      visitId: 'visit',
      invoiceId: 'CASH-1',
      items: [],
      hairValuePaise: ZERO_PAISE,
      payoutMethod: 'upi',
      runnerNotes: '',
      hairPhotoUrl: '',
      cashReceiptUrl: '',
    }),
  ]
  expect(bodies.map((body) => body.runner_id)).toEqual([1, 1, 1, 1, 1, 1])
})
