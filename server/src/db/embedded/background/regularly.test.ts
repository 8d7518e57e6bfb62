import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../../unavailable.ts'
import { regularly } from './regularly.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a run that takes long is not started twice', async () => {
  const ends: (() => void)[] = []
  const end = regularly(
    10,
    () => new Promise((resolve) => void ends.push(resolve)),
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(50)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(ends).toHaveLength(2)
  end()
  await vi.advanceTimersByTimeAsync(50)
  expect(ends).toHaveLength(2)
})

test('a failure is reported and the next run begins, but not that the database is opened again', async () => {
  const failures = [new Error('disk'), new DatabaseUnavailable('gone'), new Error('again')]
  const reported: unknown[] = []
  const end = regularly(
    10,
    () => Promise.reject(failures.shift() ?? new Error('no more')),
    (error) => void reported.push(String(error)),
  )
  await vi.advanceTimersByTimeAsync(35)
  end()
  expect(reported).toEqual(['Error: disk', 'Error: again'])
})
