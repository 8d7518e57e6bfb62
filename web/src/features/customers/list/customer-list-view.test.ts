import { listDemoCustomers } from '@veni/domain/demo/customers'
import { describe, expect, test } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { ApiFailure } from '../../../api/failure.ts'
import { customerListView, type ListFacts } from './customer-list-view.ts'

const error = new ApiFailure('network')
const facts: ListFacts = {
  answer: undefined,
  answeredAt: 5,
  failure: undefined,
  snapshot: undefined,
  demo: listDemoCustomers('1', '2026-11-21'),
  runnerId: '1',
  today: '2026-11-21',
  unsentChanges: new Map(),
}
const final = { error, isFinal: true, isUnreachable: false }
const between = { error, isFinal: false, isUnreachable: false }
const answerOf = (...customers: ReturnType<typeof newCustomer>[]) => ({
  customers,
  fromFailedReply: false,
})
const idsOf = (changes: Partial<ListFacts>) => {
  const view = customerListView({ ...facts, ...changes })
  return view.kind === 'list'
    ? view.sections.flatMap((section) => section.customers.map(({ id }) => id))
    : view.kind
}

describe('which customers show', () => {
  test('before the first answer or failure the list is loading', () => {
    expect(customerListView(facts)).toEqual({ kind: 'loading' })
  })

  test('a customer whose delivery is not received yet is not on the list any more', () => {
    const answer = answerOf(newCustomer({ id: '7' }), newCustomer({ id: '8' }))
    expect(idsOf({ answer, unsentChanges: new Map([['7', { status: 'delivered' }]]) })).toEqual([
      '8',
    ])
  })

  test('between attempts the error shows, also when there is a snapshot', () => {
    const snapshot = { value: [newCustomer()], storedAt: 1 }
    const view = customerListView({ ...facts, snapshot, failure: between })
    expect(view).toEqual({ kind: 'failing', failure: error })
  })

  test('while no server is reachable the snapshot shows between the attempts', () => {
    const snapshot = { value: [newCustomer()], storedAt: 1 }
    const failure = { ...between, isUnreachable: true }
    const source = { kind: 'snapshot', storedAt: 1, failure: error }
    expect(customerListView({ ...facts, snapshot, failure })).toMatchObject({ source })
    const atLast = { ...failure, isFinal: true }
    expect(customerListView({ ...facts, snapshot, failure: atLast })).toMatchObject({ source })
    expect(customerListView({ ...facts, failure })).toEqual({ kind: 'loading' })
    expect(customerListView({ ...facts, snapshot: null, failure })).toMatchObject({
      kind: 'failing',
    })
  })

  test('after the last attempt the snapshot shows', () => {
    const snapshot = { value: [newCustomer()], storedAt: 1 }
    const view = customerListView({ ...facts, failure: final, snapshot })
    expect(view).toMatchObject({ kind: 'list', source: { kind: 'snapshot', storedAt: 1 } })
    expect(view).not.toHaveProperty('source.failure')
  })

  test('no demo customer shows before the snapshot is read', () => {
    expect(customerListView({ ...facts, failure: final })).toMatchObject({ kind: 'failed' })
  })

  test('without a snapshot the demo customers of this runner show', () => {
    expect(
      idsOf({
        failure: final,
        snapshot: null,
        runnerId: '2',
        demo: listDemoCustomers('2', '2026-11-21'),
      }),
    ).toEqual(['demo-1', 'demo-2', 'demo-3'])
  })

  test('the failure shows until the demo customers are loaded', () => {
    const view = customerListView({ ...facts, failure: final, snapshot: null, demo: undefined })
    expect(view).toEqual({ kind: 'failed', failure: error })
  })

  test('without demo data the failure stays', () => {
    const view = customerListView({ ...facts, failure: final, snapshot: null, demo: null })
    expect(view).toEqual({ kind: 'failed', failure: error })
  })

  test('customers of a 500 have their own source', () => {
    const answer = { ...answerOf(newCustomer()), fromFailedReply: true }
    expect(customerListView({ ...facts, answer })).toMatchObject({
      source: { kind: 'failed-reply' },
    })
  })

  test('a list that cannot be refreshed stays on the screen with its age', () => {
    const view = customerListView({ ...facts, answer: answerOf(newCustomer()), failure: final })
    expect(view).toMatchObject({ source: { kind: 'snapshot', storedAt: 5 } })
  })
})

describe('who is on the list', () => {
  test('the list has own open customers and interested customers without a runner', () => {
    const answer = answerOf(
      newCustomer({ id: '1' }),
      newCustomer({ id: '2', runnerId: '2' }),
      newCustomer({ id: '3', status: 'delivered' }),
      newCustomer({ id: '4', status: 'interested', runnerId: '' }),
      newCustomer({ id: '5', status: 'assigned', runnerId: '' }),
    )
    expect(idsOf({ answer })).toEqual(['1', '4'])
  })

  test('customers whose follow-up is today or earlier come first among those on hold', () => {
    const held = ['', '2026-11-22', '2026-11-21', '2026-11-03'].map((nextFollowup, index) =>
      newCustomer({ id: String(index), status: 'hold', nextFollowup }),
    )
    expect(idsOf({ answer: answerOf(...held) })).toEqual(['3', '2', '0', '1'])
  })

  test('a customer rejected on this phone does not return before the server has received it', () => {
    const answer = answerOf(newCustomer({ id: '1' }), newCustomer({ id: '2' }))
    const unsentChanges = new Map([
      ['1', { status: 'rejected' }],
      ['2', { status: 'hold' }],
    ])
    const view = customerListView({ ...facts, answer, unsentChanges })
    expect(view).toMatchObject({ sections: [{ status: 'hold', customers: [{ id: '2' }] }] })
  })

  test('an overdue customer whom the runner holds again for a later day has the new comment and is not due', () => {
    const held = { status: 'hold', comments: 'Away', nextFollowup: '2026-11-18' }
    const answer = answerOf(
      newCustomer({ ...held, id: '1' }),
      newCustomer({ ...held, id: '2', nextFollowup: '2026-11-20' }),
    )
    const change = { status: 'hold', comments: 'After the festival', nextFollowup: '2026-11-28' }
    const view = customerListView({ ...facts, answer, unsentChanges: new Map([['1', change]]) })
    expect(view).toMatchObject({ sections: [{ customers: [{ id: '2' }, { id: '1', ...change }] }] })
  })

  test('a customer without a runner whom this runner holds stays on the list before the server has received it', () => {
    const free = newCustomer({ id: '1', status: 'interested', runnerId: '' })
    const ofOther = newCustomer({ id: '2', runnerId: '2' })
    const unsentChanges = new Map([
      ['1', { status: 'hold' }],
      ['2', { status: 'hold' }],
    ])
    const view = customerListView({ ...facts, answer: answerOf(free, ofOther), unsentChanges })
    expect(view).toMatchObject({ sections: [{ status: 'hold', customers: [{ id: '1' }] }] })
  })
})
