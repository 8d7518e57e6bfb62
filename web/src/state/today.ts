import { toCalendarDay } from '@veni/domain/follow-up'
import type { Readable } from '../lib/value-store.ts'

const LOOK_AGAIN_MS = 60_000

/** The runner's calendar day, `YYYY-MM-DD`, by this phone's clock. A screen that is left open changes at midnight. */
export const today: Readable<string> = {
  get: () => toCalendarDay(new Date()),
  subscribe(listener) {
    // A timer until midnight would stop while the phone sleeps.
    const clock = setInterval(listener, LOOK_AGAIN_MS)
    document.addEventListener('visibilitychange', listener)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', listener)
    }
  },
}
