import { expect, test } from 'vitest'
import { ChangedByOffice } from '../customers/changed-by-office.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { recordItems, type WorkCall } from './receive-items.ts'

const item = (id: string, customerId: string) => ({ id, customer_id: customerId })

/** Two parts of a call: the first ten items share a transaction. Each item is of a customer of its own. */
const twelveItems = Array.from({ length: 12 }, (_, at) => item(`id ${at}`, `${at}`))

/**
 * Records items of which the first turns fail: the first turn has all items, and each later one has one of them.
 * @returns the results, their outcomes or the codes of their failures, the number of turns, and what was logged
 */
async function record(failures: readonly Error[], ...items: readonly unknown[]) {
  const logged: unknown[] = []
  const log = { info: () => {}, error: (...line: unknown[]) => void logged.push(line) }
  const left = [...failures]
  let turns = 0
  const call = {
    takeTurn: () => {
      turns += 1
      const failure = left.shift()
      return failure
        ? Promise.reject(failure)
        : Promise.resolve([{ result: { outcome: 'recorded' }, isNew: true }])
    },
  } as unknown as WorkCall
  const { results } = await recordItems({ log } as unknown as Deps, call, items)
  const outcomes = results.map((result) =>
    result.outcome === 'recorded' ? 'recorded' : result.error.code,
  )
  return { results, outcomes, turns, logged }
}

test.each(['in-progress', 'internal'] as const)(
  'work does not overtake earlier work for its customer that failed for now (%s)',
  async (code) => {
    const items = [item('a', '7'), item('b', '8'), item('c', '7'), item('d', '8')]
    const later = new AppError(code, 'Later.')
    const { outcomes } = await record([later, later], ...items)
    expect(outcomes).toEqual([code, 'recorded', code, 'recorded'])
  },
)

test('work in the next part of a call does not overtake earlier work for its customer, either', async () => {
  const later = new AppError('in-progress', 'Later.')
  const items = [...twelveItems.slice(0, 11), item('last', '0')]
  const { outcomes } = await record([later, later], ...items)
  expect(outcomes).toEqual(['in-progress', ...Array<string>(10).fill('recorded'), 'in-progress'])
})

test.each(['sign-in-required', 'rate-limited', 'unavailable'] as const)(
  'after %s no other work of the call is tried, and all of it waits as long',
  async (code) => {
    const failure = new AppError(code, 'Not now.', undefined, 7)
    const { results, turns } = await record([failure, failure], ...twelveItems)
    const { status } = failure
    const error = { code, message: 'Not now.' }
    const refused = { outcome: 'not-recorded', status, retry_after_s: 7, error }
    expect(results).toEqual(Array(12).fill(refused))
    expect(turns).toBe(2)
  },
)

test('work does not wait for refused work of its customer', async () => {
  const refusal = new AppError('conflict', 'No.')
  const { outcomes, logged } = await record([refusal, refusal], item('a', '7'), item('b', '7'))
  expect(outcomes).toEqual(['conflict', 'recorded'])
  expect(logged).toEqual([])
})

test('only a refused change of a customer says what the office has', async () => {
  const values = { status: 'assigned', comments: '', next_followup: null }
  const office = { ...values, status: 'hold' }
  const at = '2026-11-21T04:00:00.000Z'
  const refusals = [
    new ChangedByOffice({ ...values, at }, office, new Date(at)),
    new AppError('conflict', 'No.'),
  ]
  const items = [item('a', '7'), item('b', '8')]
  const { results } = await record([new Error('Together.'), ...refusals], ...items)
  expect(results).toMatchObject([
    { status: 409, office, error: { code: 'conflict', fields: [{ path: 'status' }] } },
    { status: 409 },
  ])
  expect(results[1]).not.toHaveProperty('office')
})

test('a failure that items have only together refuses none of them, and is logged', async () => {
  const failure = new Error('A defect of the server.')
  const { outcomes, logged } = await record([failure], item('a', '7'), item('b', '8'))
  expect(outcomes).toEqual(['recorded', 'recorded'])
  expect(logged).toEqual([['POST /api/work failed', failure]])
})

test('work that is sent by itself is tried once', async () => {
  const failure = new Error('A defect of the server.')
  const { outcomes, turns, logged } = await record([failure], item('a', '7'))
  expect(outcomes).toEqual(['internal'])
  expect(turns).toBe(1)
  expect(logged).toEqual([['POST /api/work failed', failure]])
})
