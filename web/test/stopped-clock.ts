/** A clock that moves only with {@link pass}, so that a slow machine does not change the waits of a test. */
import { onTestFinished, vi } from 'vitest'

/** Stops the clock of the page until the test ends. */
export function stopClock(now = new Date('2026-11-21T09:30:00+05:30')): void {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now,
  })
  onTestFinished(() => void vi.useRealTimers())
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** For `expect.poll`, which moves a fake clock by its interval between two attempts. */
export const standing = { interval: 0 }

/** The whole text of the page. */
export const words = () => document.body.textContent.trim()
