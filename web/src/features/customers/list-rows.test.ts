import { groupByStatus } from '@veni/domain/customer'
import { expect, test } from 'vitest'
import { newCustomer } from '../../../test/customers.ts'
import { rowsAlwaysDrawn, rowsOf } from './list-rows.ts'

const statuses = ['assigned', 'assigned', 'assigned', 'hold', 'hold', 'interested']
const rows = rowsOf(
  groupByStatus(
    statuses.map((status, index) => newCustomer({ id: `c${index}`, status })),
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

test('the ends of each section are always drawn, and the card with the focus', () => {
  expect(rowsAlwaysDrawn(rows, undefined)).toEqual([0, 2, 3, 4, 5])
  expect(rowsAlwaysDrawn(rows, 'c1')).toEqual([0, 1, 2, 3, 4, 5])
})

test('a card with more to say is guessed to be higher', () => {
  const [short, long] = rowsOf(
    groupByStatus([newCustomer(), newCustomer({ extra: 'Behind the temple' })], '2026-11-21'),
  )
  expect(long?.guessedHeightPx).toBeGreaterThan(short?.guessedHeightPx ?? 0)
})
