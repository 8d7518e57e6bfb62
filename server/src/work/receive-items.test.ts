import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { recordItems, type WorkCall } from './receive-items.ts'

const item = (id: string, customerId: string) => ({ id, customer_id: customerId })

/**
 * Records items of which the first turns fail: the first turn has all items, and each later one has one of them.
 * @returns the outcomes, or the codes of the failures; and what was logged
 */
async function record(failures: readonly Error[], ...items: readonly unknown[]) {
  const logged: unknown[] = []
  const log = { info: () => {}, error: (...line: unknown[]) => void logged.push(line) }
  const left = [...failures]
  const call = {
    takeTurn: () => {
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
  return { outcomes, logged }
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

test('work does not wait for refused work of its customer', async () => {
  const refusal = new AppError('conflict', 'No.')
  const { outcomes, logged } = await record([refusal, refusal], item('a', '7'), item('b', '7'))
  expect(outcomes).toEqual(['conflict', 'recorded'])
  expect(logged).toEqual([])
})

test('a failure that items have only together refuses none of them, and is logged', async () => {
  const failure = new Error('A defect of the server.')
  const { outcomes, logged } = await record([failure], item('a', '7'), item('b', '8'))
  expect(outcomes).toEqual(['recorded', 'recorded'])
  expect(logged).toEqual([['POST /api/work failed', failure]])
})
