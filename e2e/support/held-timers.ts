import type { Page } from '@playwright/test'

/**
 * From the next page load on, timers of `heldMs` never end. On a slow machine they could act before the test has looked or
 * pressed.
 */
export async function holdTimers(page: Page, heldMs: number): Promise<void> {
  await page.addInitScript((held) => {
    const realTimeout = window.setTimeout.bind(window)
    const orHold = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms === held ? 0 : realTimeout(run, ms, ...rest)
    window.setTimeout = orHold as typeof window.setTimeout
  }, heldMs)
}
