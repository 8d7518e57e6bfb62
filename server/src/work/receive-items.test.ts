import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { recordItems, type WorkCall } from './receive-items.ts'

const deps = { log: { info: () => {}, error: () => {} } } as unknown as Deps
const item = (id: string, customerId: string) => ({ id, customer_id: customerId })

/**
 * Records every item but the first one, which fails, together with the others and alone.
 * @returns the outcomes, or the codes of the failures
 */
async function record(failure: AppError, ...items: readonly unknown[]): Promise<string[]> {
  let turns = 0
  const call = {
    takeTurn: () =>
      turns++ <= 1
        ? Promise.reject(failure)
        : Promise.resolve([{ result: { outcome: 'recorded' }, isNew: true }]),
  } as unknown as WorkCall
  const { results } = await recordItems(deps, call, items)
  return results.map((result) => (result.outcome === 'recorded' ? 'recorded' : result.error.code))
}

test.each(['in-progress', 'internal'] as const)(
  'work does not overtake earlier work for its customer that failed for now (%s)',
  async (code) => {
    const items = [item('a', '7'), item('b', '8'), item('c', '7'), item('d', '8')]
    expect(await record(new AppError(code, 'Later.'), ...items)).toEqual([
      code,
      'recorded',
      code,
      'recorded',
    ])
  },
)

test('work does not wait for refused work of its customer', async () => {
  const refusal = new AppError('conflict', 'No.')
  expect(await record(refusal, item('a', '7'), item('b', '7'))).toEqual(['conflict', 'recorded'])
})
