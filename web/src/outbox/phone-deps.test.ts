import { expect, test, vi } from 'vitest'
import { lockPass, phoneDeps } from './phone-deps.ts'

test('only one pass at a time runs, and it knows that it is the only one', async () => {
  const ends: (() => void)[] = []
  const began: boolean[] = []
  const pass = (isOnly: boolean) => {
    began.push(isOnly)
    return new Promise<void>((end) => ends.push(end))
  }
  const passes = [lockPass(pass), lockPass(pass)]
  await expect.poll(() => began).toEqual([true])
  const { held = [] } = await navigator.locks.query()
  expect(held.map(({ name }) => name)).toContain('veni-outbox')
  ends[0]?.()
  await expect.poll(() => began).toEqual([true, true])
  ends[1]?.()
  await Promise.all(passes)
})

test('in a browser without locks a pass runs at once, and knows that another one may run', async () => {
  const locks = vi.spyOn(navigator, 'locks', 'get')
  locks.mockReturnValue(undefined as unknown as LockManager)
  const pass = vi.fn<(isOnly: boolean) => Promise<void>>().mockResolvedValue()
  await lockPass(pass)
  // After each test a hook asks for the lock (web/test/finish-sending.ts).
  locks.mockRestore()
  expect(pass.mock.calls).toEqual([[false]])
})

test('a timer that is stopped does not run', () => {
  vi.useFakeTimers()
  try {
    const run = vi.fn<() => void>()
    const stop = phoneDeps.clock.after(1_000, run)
    phoneDeps.clock.after(1_000, run)
    stop()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})
