import type { Locator, Page } from '@playwright/test'

/** The durations that the page measured since the last reading, in ms. */
interface Measurements {
  /** From each tap or key to the next paint. The browser does not report events below 16 ms. */
  readonly events: readonly number[]
  readonly longTasks: readonly number[]
}

declare global {
  interface Window {
    measured: { events: number[]; longTasks: number[]; observers: PerformanceObserver[] }
  }
}

/** Measures the durations of taps, keys and tasks from the next page on. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const measured: Window['measured'] = { events: [], longTasks: [], observers: [] }
    window.measured = measured
    for (const [type, into] of [
      ['event', measured.events],
      ['longtask', measured.longTasks],
    ] as const) {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (type !== 'event' || (entry as PerformanceEventTiming).interactionId)
            into.push(entry.duration)
      })
      observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
      measured.observers.push(observer)
    }
  })
}

/** Returns the measurements and clears them. */
export async function takeMeasurements(page: Page): Promise<Measurements> {
  return page.evaluate(() => {
    const { events, longTasks } = window.measured
    return { events: events.splice(0), longTasks: longTasks.splice(0) }
  })
}

/** The pause between two taps of a runner. */
const PAUSE_MS = 700

/**
 * Waits until the page has painted and is idle, and then as long as a runner pauses. The wait sets the same pace in
 * every round. No result depends on it.
 */
export async function pauseAfterPaint(page: Page, ms = PAUSE_MS): Promise<void> {
  await page.evaluate(
    () => new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle))),
  )
  await page.waitForTimeout(ms)
}

/**
 * Measures the longest time from a tap or key of `act` to the next paint.
 * @returns ms; 16 when the browser reported none
 */
export async function slowestOf(page: Page, act: () => Promise<void>): Promise<number> {
  await takeMeasurements(page)
  await act()
  await pauseAfterPaint(page)
  return Math.max(16, ...(await takeMeasurements(page)).events)
}

/**
 * Prepares a tap on the middle of the target. The target is found and scrolled to beforehand, so that only the page's
 * own work is between the tap and the paint.
 */
export async function touch(target: Locator): Promise<() => Promise<void>> {
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error(`Not on the screen: ${target.toString()}`)
  const page = target.page()
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}
