import { expect, test } from 'vitest'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { checkSequence } from './check-customers.ts'
import { newExpectedState } from './expected-state.ts'
import type { FinalPhone } from './final-state.ts'
import type { Effect } from './server-log.ts'

const entry = (id: string) => ({
  id,
  owner: '9000000001',
  customerId: '7',
  work: { kind: 'customer-update' },
})

/** A phone with this work for a customer, in its order. */
function phoneWith(...ids: readonly string[]): FinalPhone {
  const stored = new Map(ids.map((id) => [id, entry(id)]))
  const expected = { ...newExpectedState(), stored }
  return { expected, waiting: [] } as unknown as FinalPhone
}

const firstMove: Effect = { movedId: '8', to: 'own' }
const recorded = (id: string, isStray = false): Effect => ({
  key: `${id}:work`,
  label: '',
  isStray,
})
const check = (...effects: readonly Effect[]) =>
  checkSequence(phoneWith('a', 'b', 'c'), { effects: [firstMove, ...effects] })

const outOfOrder = [
  'out of order: the work for a customer (customer-update, customer-update, customer-update)',
]

test('work that arrives before earlier work of its customer is out of order', () => {
  expect(check(recorded('a'), recorded('b'), recorded('c'))).toEqual([])
  expect(check(recorded('a'), recorded('c'), recorded('b'))).toEqual(outOfOrder)
})

test('a late copy of a refused call may come after later work, and never before earlier work', () => {
  expect(check(recorded('a'), recorded('c'), recorded('b', true))).toEqual([])
  expect(check(recorded('b', true), recorded('a'), recorded('c'))).toEqual(outOfOrder)
  expect(check(recorded('b', true), recorded('c'), recorded('a'))).toEqual(outOfOrder)
})

test('only the delivery of a settlement that the phone could not read may come after later work', () => {
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1' }
  const phone = phoneWith('a', 'b')
  const delivery = { ...entry('a'), work } as OutboxEntry
  const effects = [firstMove, recorded('b'), recorded('a')]
  const checkWith = (invoiceId: string) => {
    const stored = new Map([...phone.expected.stored, ['a', delivery]])
    const expected = { ...phone.expected, stored, unreadableSettlements: new Set([invoiceId]) }
    return checkSequence({ ...phone, expected }, { effects })
  }
  expect(checkWith('INV-1')).toEqual([])
  expect(checkWith('INV-2')).toHaveLength(1)
})
