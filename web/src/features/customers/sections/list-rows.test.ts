import { groupByStatus } from '@veni/domain/customer'
import { expect, test } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { rowsDrawn, rowsOf, type Span } from './list-rows.ts'

const statuses = ['assigned', 'assigned', 'assigned', 'hold', 'hold', 'interested']
const rows = rowsOf(
  groupByStatus(
    statuses.map((status, index) => newCustomer({ id: `c${index}`, status })),
    '2026-11-21',
  ),
)

const many = rowsOf(
  groupByStatus(
    Array.from({ length: 20 }, (_, index) =>
      newCustomer({ id: `c${index}`, status: index < 10 ? 'assigned' : 'hold' }),
    ),
    '2026-11-21',
  ),
)

test('the rows are the cards in the order of the sections, each with its place in its own', () => {
  expect(rows.map(({ customer, position }) => [customer.id, position])).toEqual([
    ['c0', 1],
    ['c1', 2],
    ['c2', 3],
    ['c5', 1],
    ['c3', 1],
    ['c4', 2],
  ])
})

const drawn = (near: Span, focusedId?: string) => rowsDrawn(many, near, focusedId)

test('those near the window are drawn, and wherever it stands the ends of each section', () => {
  expect(drawn({ first: 2, last: 3 })).toEqual([0, 2, 3, 9, 10, 19])
  expect(drawn({ first: 8, last: 11 })).toEqual([0, 8, 9, 10, 11, 19])
  expect(drawn({ first: 50, last: 60 })).toEqual([0, 9, 10, 19])
})

test('the card with the focus is drawn, and those to which Tab goes on from it', () => {
  expect(drawn({ first: 0, last: 1 }, 'c15')).toEqual([0, 1, 9, 10, 14, 15, 16, 19])
})

test('a card with more to say is guessed to be higher', () => {
  const [short, long] = rowsOf(
    groupByStatus([newCustomer(), newCustomer({ extra: 'Behind the temple' })], '2026-11-21'),
  )
  expect(long?.guessedHeightPx).toBeGreaterThan(short?.guessedHeightPx ?? 0)
})
