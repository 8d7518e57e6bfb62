import { expect, test, vi } from 'vitest'
import { alone, StillLocked } from './alone.ts'

test('work that has waited for another tab for a minute fails, and is not done later', async () => {
  const minute = new AbortController()
  let end = () => {}
  let other = Promise.resolve()
  await new Promise<void>((begin) => {
    other = alone(() => {
      begin()
      return new Promise<void>((resolve) => (end = resolve))
    })
  })
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(minute.signal)
  const work = vi.fn<() => Promise<void>>()
  const failure = alone(work).catch((error: unknown) => error)
  minute.abort()
  expect(await failure).toBeInstanceOf(StillLocked)
  end()
  await other
  expect(work).not.toHaveBeenCalled()
})

test('a failure of the work is passed on', async () => {
  const error = new Error('cut')
  await expect(alone(() => Promise.reject(error))).rejects.toBe(error)
})
