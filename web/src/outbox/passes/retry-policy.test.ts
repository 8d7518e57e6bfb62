import { expect, test } from 'vitest'
import { computeBackoffMs } from './retry-policy.ts'

test.each([
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [9, 256_000],
  [10, 300_000],
  [1_000, 300_000],
])('after %i failures the next attempt waits at most %i ms', (failures, longest) => {
  expect(computeBackoffMs(failures, 0)).toBe(longest)
})

test('the random part shortens a wait by up to half', () => {
  expect(computeBackoffMs(3, 0.5)).toBe(3_000)
  expect(computeBackoffMs(3, 0.999_999)).toBeGreaterThanOrEqual(2_000)
})
