import { expect, test } from 'vitest'
import { computeBackoffMs, findDueTime, findPauseEnd, LONGEST_WAIT_MS } from './retry-policy.ts'

const NOW = 1_000_000

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

test('the longest wait counts, and a longer one comes from a clock that was set back', () => {
  const longest = NOW + LONGEST_WAIT_MS
  const dueOf = (nextAttemptAt: number) =>
    findDueTime({ state: 'waiting', attempts: 1, nextAttemptAt }, NOW, false)
  expect([longest, longest + 1].map(dueOf)).toEqual([longest, NOW])
  const pauseOf = (notBefore: number) => findPauseEnd({ notBefore }, NOW)
  expect([longest, longest + 1].map(pauseOf)).toEqual([longest, NOW])
})

test('an entry that needed the sign-in is due at once after it, also if it had failed before', () => {
  const failed = { attempts: 3, nextAttemptAt: NOW + 4_000 }
  expect(findDueTime({ ...failed, state: 'needs-sign-in' }, NOW, false)).toBe(NOW)
  expect(findDueTime({ ...failed, state: 'waiting' }, NOW, false)).toBe(NOW + 4_000)
})
