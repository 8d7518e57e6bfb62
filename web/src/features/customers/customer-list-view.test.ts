import { demoCustomers } from '@veni/domain/demo/customers'
import { describe, expect, test } from 'vitest'
import { newCustomer } from '../../../test/customers.ts'
import { ApiFailure } from '../../api/failure.ts'
import { customerListView, type ListFacts } from './customer-list-view.ts'

const error = new ApiFailure('network')
const facts: ListFacts = {
  answer: undefined,
  answeredAt: 5,
  failure: undefined,
  saved: undefined,
  demo: demoCustomers('1', '2026-11-21'),
  runnerId: '1',
  today: '2026-11-21',
  unsentStatuses: new Map(),
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

describe('order of truth', () => {
  test('nothing heard yet is loading', () => {
    expect(customerListView(facts)).toEqual({ kind: 'loading' })
  })

  test('between attempts the error is shown, whatever is saved', () => {
    const saved = { value: [newCustomer()], savedAt: 1 }
    const view = customerListView({ ...facts, saved, failure: between })
    expect(view).toEqual({ kind: 'failing', failure: error })
  })

  test('where nobody is reached the saved customers show while the portal is still asked', () => {
    const saved = { value: [newCustomer()], savedAt: 1 }
    const failure = { ...between, isUnreachable: true }
    const source = { kind: 'saved', savedAt: 1, failure: error }
    expect(customerListView({ ...facts, saved, failure })).toMatchObject({ source })
    const atLast = { ...failure, isFinal: true }
    expect(customerListView({ ...facts, saved, failure: atLast })).toMatchObject({ source })
    expect(customerListView({ ...facts, failure })).toEqual({ kind: 'loading' })
    expect(customerListView({ ...facts, saved: null, failure })).toMatchObject({ kind: 'failing' })
  })

  test('after the last attempt the saved customers come first', () => {
    const saved = { value: [newCustomer()], savedAt: 1 }
    const view = customerListView({ ...facts, failure: final, saved })
    expect(view).toMatchObject({ kind: 'list', source: { kind: 'saved', savedAt: 1 } })
    expect(view).not.toHaveProperty('source.failure')
  })

  test('no demo customer shows before the phone knows what is saved', () => {
    expect(customerListView({ ...facts, failure: final })).toMatchObject({ kind: 'failed' })
  })

  test('with nothing saved the demo customers of this runner come', () => {
    expect(
      idsOf({
        failure: final,
        saved: null,
        runnerId: '2',
        demo: demoCustomers('2', '2026-11-21'),
      }),
    ).toEqual(['demo-1', 'demo-2', 'demo-3'])
  })

  test('until the demo customers are there the failure shows', () => {
    const view = customerListView({ ...facts, failure: final, saved: null, demo: undefined })
    expect(view).toEqual({ kind: 'failed', failure: error })
  })

  test('where demo data is off the failure stays', () => {
    const view = customerListView({ ...facts, failure: final, saved: null, demo: null })
    expect(view).toEqual({ kind: 'failed', failure: error })
  })

  test('customers of a 500 are told apart', () => {
    const answer = { ...answerOf(newCustomer()), fromFailedReply: true }
    expect(customerListView({ ...facts, answer })).toMatchObject({
      source: { kind: 'failed-reply' },
    })
  })

  test('a list on the screen stays, with its age, when it can no longer be refreshed', () => {
    const view = customerListView({ ...facts, answer: answerOf(newCustomer()), failure: final })
    expect(view).toMatchObject({ source: { kind: 'saved', savedAt: 5 } })
  })
})

describe('who is on the list', () => {
  test('own open customers and interested ones that nobody has', () => {
    const answer = answerOf(
      newCustomer({ id: '1' }),
      newCustomer({ id: '2', runnerId: '2' }),
      newCustomer({ id: '3', status: 'delivered' }),
      newCustomer({ id: '4', status: 'interested', runnerId: '' }),
      newCustomer({ id: '5', status: 'assigned', runnerId: '' }),
    )
    expect(idsOf({ answer })).toEqual(['1', '4'])
  })

  test('whom to follow up today or earlier stands on top of those on hold', () => {
    const held = ['', '2026-11-22', '2026-11-21', '2026-11-03'].map((nextFollowup, index) =>
      newCustomer({ id: String(index), status: 'hold', nextFollowup }),
    )
    expect(idsOf({ answer: answerOf(...held) })).toEqual(['3', '2', '0', '1'])
  })

  test('a customer rejected on this phone does not come back before the office knows', () => {
    const answer = answerOf(newCustomer({ id: '1' }), newCustomer({ id: '2' }))
    const unsentStatuses = new Map([
      ['1', 'rejected'],
      ['2', 'hold'],
    ])
    const view = customerListView({ ...facts, answer, unsentStatuses })
    expect(view).toMatchObject({ sections: [{ status: 'hold', customers: [{ id: '2' }] }] })
  })
})
