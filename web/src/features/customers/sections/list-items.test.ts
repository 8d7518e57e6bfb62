import { groupByStatus } from '@veni/domain/customer'
import { expect, test } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { itemsAlwaysDrawn, itemsOf } from './list-items.ts'

const itemsWith = (...statuses: string[]) =>
  itemsOf(
    groupByStatus(
      statuses.map((status, index) => newCustomer({ id: `c${index}`, status })),
      '2026-11-21',
    ),
  )

test('the items are the header of each section and its cards, each card with its position', () => {
  const items = itemsWith('assigned', 'assigned', 'hold', 'hold', 'interested')
  const shown = items.map(({ section, card }) =>
    card ? [card.customer.id, card.position] : section.status,
  )
  const assigned = ['assigned', ['c0', 1], ['c1', 2]]
  expect(shown).toEqual([...assigned, 'interested', ['c4', 1], 'hold', ['c2', 1], ['c3', 2]])
})

test('no two items have the same key', () => {
  const items = itemsOf(
    groupByStatus(
      [newCustomer({ id: 'hold', status: 'hold' }), newCustomer({ id: 'assigned' })],
      '2026-11-21',
    ),
  )
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
})

const half = Array.from({ length: 10 }, () => 'assigned')
// Header 0, cards 1 to 10, header 11, cards 12 to 21.
const many = itemsWith(...half, ...half.map(() => 'hold'))

test('the headers and the ends of each section are always drawn', () => {
  expect(itemsAlwaysDrawn(many, undefined)).toEqual([0, 1, 10, 11, 12, 21])
})

test('the card with the focus is drawn, and those to which Tab goes on from it', () => {
  expect(itemsAlwaysDrawn(many, 'c15')).toEqual([0, 1, 10, 11, 12, 16, 17, 18, 21])
})

test('the height of a card with more lines is estimated to be larger', () => {
  const [, short, long] = itemsOf(
    groupByStatus([newCustomer(), newCustomer({ extra: 'Behind the temple' })], '2026-11-21'),
  )
  expect(long?.estimatedHeightPx).toBeGreaterThan(short?.estimatedHeightPx ?? Infinity)
})
