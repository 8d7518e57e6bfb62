import type { Locator, Page } from '@playwright/test'

/** What the page noted of itself since it was last asked, in ms. */
interface Noted {
  /** Each event of a tap or key from the finger to the next paint; shorter ones than 16 ms are not told. */
  readonly events: readonly number[]
  readonly longTasks: readonly number[]
}

declare global {
  interface Window {
    noted: { events: number[]; longTasks: number[]; observers: PerformanceObserver[] }
  }
}

/** From the next page on, notes how long taps, keys and tasks take. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: Window['noted'] = { events: [], longTasks: [], observers: [] }
    window.noted = noted
    for (const [type, into] of [
      ['event', noted.events],
      ['longtask', noted.longTasks],
    ] as const) {
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (type !== 'event' || (entry as PerformanceEventTiming).interactionId)
            into.push(entry.duration)
      })
      observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
      noted.observers.push(observer)
    }
  })
}

/** Gives what was noted and begins anew. */
export async function takeNotes(page: Page): Promise<Noted> {
  return page.evaluate(() => {
    const { events, longTasks } = window.noted
    return { events: events.splice(0), longTasks: longTasks.splice(0) }
  })
}

/** From one tap of a hand to the next. */
const REST_MS = 700

/**
 * Until the page has painted and has nothing more to do, and then for as long as a hand rests: the pace is what is
 * measured, the same in every round, and no result is waited for with it.
 */
export async function rest(page: Page, ms = REST_MS): Promise<void> {
  await page.evaluate(
    () => new Promise((idle) => requestAnimationFrame(() => requestIdleCallback(idle))),
  )
  await page.waitForTimeout(ms)
}

/**
 * The longest from the finger to the next paint, of whatever `act` taps and types.
 * @returns ms; 16 where it was too short to be told
 */
export async function slowestOf(page: Page, act: () => Promise<void>): Promise<number> {
  await takeNotes(page)
  await act()
  await rest(page)
  return Math.max(16, ...(await takeNotes(page)).events)
}

/**
 * A finger on the middle of something: found, scrolled to and at rest beforehand, so that nothing but the page's own work stands
 * between the touch and the paint.
 */
export async function touch(target: Locator): Promise<() => Promise<void>> {
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error(`Not on the screen: ${target.toString()}`)
  const page = target.page()
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}
