import { CODE_COUNTDOWN_SECONDS } from '@veni/domain/sign-in'
import { useEffect, useState } from 'react'

/**
 * Whole seconds until an instant, counted anew from the clock at each tick: a phone that slept shows the truth
 * when it wakes.
 * @param deadline ms since 1970
 * @returns 0 to {@link CODE_COUNTDOWN_SECONDS}
 */
export function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.ceil((deadline - now) / 1_000)
  // A clock that was set back must not lock Resend for hours.
  const seconds = Math.min(Math.max(left, 0), CODE_COUNTDOWN_SECONDS)

  useEffect(() => {
    if (seconds === 0) return undefined
    const untilNextSecond = Math.max(1, (deadline - Date.now()) % 1_000 || 1_000)
    const timer = setTimeout(() => setNow(Date.now()), untilNextSecond)
    return () => clearTimeout(timer)
  }, [deadline, now, seconds])

  return seconds
}
