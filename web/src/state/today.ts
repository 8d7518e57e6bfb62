import { toCalendarDay } from '@veni/domain/follow-up'
import type { Readable } from '../lib/value-store.ts'

const LOOK_AGAIN_MS = 60_000

/** The runner's calendar day, `YYYY-MM-DD`, by this phone's clock; a screen that is left open sees the next one come. */
export const today: Readable<string> = {
  get: () => toCalendarDay(new Date()),
  subscribe(listener) {
    // A timer until midnight would sleep with the phone.
    const clock = setInterval(listener, LOOK_AGAIN_MS)
    document.addEventListener('visibilitychange', listener)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', listener)
    }
  },
}
