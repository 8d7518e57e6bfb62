import type { Page } from '@playwright/test'

/**
 * From the next page load on, timers of at least `least` and at most `most` ms never end: on a slow machine, what they do
 * could come before the test has looked or pressed.
 */
export async function holdTimers(page: Page, least: number, most = least): Promise<void> {
  await page.addInitScript(
    ([from, to]) => {
      const realTimeout = window.setTimeout.bind(window)
      const held = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
        ms >= from && ms <= to ? 0 : realTimeout(run, ms, ...rest)
      window.setTimeout = held as typeof window.setTimeout
    },
    [least, most] as const,
  )
}
