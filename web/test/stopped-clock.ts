/** A clock that stands still but for {@link pass}: no loaded machine adds to a wait that a test counts. */
import { onTestFinished, vi } from 'vitest'

/** Stops the clock of the page until the test is over. */
export function stopClock(now = new Date('2026-11-21T09:30:00+05:30')): void {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now,
  })
  onTestFinished(() => void vi.useRealTimers())
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** For `expect.poll`: between two looks it moves a fake clock on by its interval. */
export const standing = { interval: 0 }

/** Everything that stands on the page. */
export const words = () => document.body.textContent.trim()
