import { calendarDay } from '@veni/domain/follow-up'

/** The runner's calendar day, `YYYY-MM-DD`, by this phone's clock. */
export function today(): string {
  return calendarDay(new Date())
}
