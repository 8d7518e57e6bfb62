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

test('work waits for the work of another tab, a minute at most', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout')
  const request = vi.spyOn(navigator.locks, 'request')
  const done: string[] = []
  let end: (() => void) | undefined
  const first = alone(async () => {
    await new Promise<void>((resolve) => (end = resolve))
    done.push('first')
  })
  await expect.poll(() => end).toBeDefined()
  const second = alone(() => {
    done.push('second')
    return Promise.resolve('result')
  })
  // Tabs of an older release have this name: it never changes.
  expect(request.mock.calls.map(([name]) => name)).toEqual(['veni-clear', 'veni-clear'])
  expect(limit.mock.calls).toEqual([[60_000], [60_000]])
  end?.()
  await first
  expect(await second).toBe('result')
  expect(done).toEqual(['first', 'second'])
})

test('work is done in a browser without locks', async () => {
  const locks = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never)
  expect(await alone(() => Promise.resolve('result')).finally(() => locks.mockRestore())).toBe(
    'result',
  )
})
