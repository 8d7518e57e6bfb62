import { expect, test } from 'vitest'
import { holdUpdate, statusUpdate, VISIBLE_ACTIONS } from './status-actions.ts'

test('Pending exists but is not offered', () => {
  expect(VISIBLE_ACTIONS).toEqual(['interested', 'hold', 'rejected'])
  expect(statusUpdate('pending')).toEqual({
    status: 'pending',
    notes: 'Order created but status not updated or other pending cases',
    runner_id: 1,
  })
})

test('interested is sent as pending', () => {
  expect(statusUpdate('interested')).toEqual({
    status: 'pending',
    notes: 'Customer is interested and order is being processed',
    runner_id: 1,
  })
})

test('rejected carries its note', () => {
  expect(statusUpdate('rejected')).toEqual({
    status: 'rejected',
    notes: 'Customer has rejected the offer',
    runner_id: 1,
  })
})

test('hold carries the comment, and the follow-up only when one was chosen', () => {
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
