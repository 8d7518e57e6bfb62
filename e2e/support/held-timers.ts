import type { Page } from '@playwright/test'

/**
 * From the next page load on, timers and intervals of at least `least` and at most `most` ms never end: on a slow machine, what they do
 * could come before the test has looked or pressed.
 */
export async function holdTimers(page: Page, least: number, most = least): Promise<void> {
  await page.addInitScript(
    ([from, to]) => {
      type Start = (run: TimerHandler, ms?: number, ...rest: unknown[]) => number
      const hold =
        (start: Start): Start =>
        (run, ms = 0, ...rest) =>
          ms >= from && ms <= to ? 0 : start(run, ms, ...rest)
      window.setTimeout = hold(window.setTimeout.bind(window)) as typeof window.setTimeout
      window.setInterval = hold(window.setInterval.bind(window)) as typeof window.setInterval
    },
    [least, most] as const,
  )
}
