import { isCalendarDay } from '../follow-up.ts'

/** A phone may be without network for weeks. */
export const LONGEST_DELAY_MS = 31 * 86_400_000

/**
 * ms since 1970; NaN for a day that no calendar has. `Date` reads 30 February as 2 March, and so it is stored, because no
 * deal is refused for its time.
 */
export function readTime(text: string): number {
  const [day] = /^\d{4}-\d{2}-\d{2}/u.exec(text) ?? []
  return day === undefined || isCalendarDay(day) ? Date.parse(text) : Number.NaN
}

/** True for a time that no honest phone can send at `receivedAt`, and for NaN. All are in ms, the first two since 1970. */
export function isWrongTime(at: number, receivedAt: number, mostAhead: number): boolean {
  const age = receivedAt - at
  return !(age >= -mostAhead && age <= LONGEST_DELAY_MS)
}
