/** The state of a follow-up date. Dates are calendar days `YYYY-MM-DD`, never instants. */

export type FollowUp =
  | { readonly kind: 'overdue'; readonly days: number }
  | { readonly kind: 'today' }
  | { readonly kind: 'later'; readonly date: string }

const DAY_MS = 86_400_000
const toDayNumber = (date: string) =>
  isCalendarDay(date) ? Date.parse(`${date}T00:00:00Z`) / DAY_MS : Number.NaN

/**
 * @param date the follow-up day
 * @param today the calendar day in the runner's time zone
 * @returns undefined when one of the days does not exist
 */
export function toFollowUp(date: string, today: string): FollowUp | undefined {
  const days = toDayNumber(date) - toDayNumber(today)
  if (!Number.isFinite(days)) return undefined
  if (days === 0) return { kind: 'today' }
  return days < 0 ? { kind: 'overdue', days: -days } : { kind: 'later', date }
}

/** Whether the day is today or in the past. */
export function isDue(date: string, today: string): boolean {
  const when = toFollowUp(date, today)
  return when?.kind === 'today' || when?.kind === 'overdue'
}

/** Whether the text is a day that exists. `Date` alone reads 30 February as 2 March and accepts the year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** The calendar day of an instant in the phone's time zone. */
export function toCalendarDay(instant: Date): string {
  const month = String(instant.getMonth() + 1).padStart(2, '0')
  const day = String(instant.getDate()).padStart(2, '0')
  return `${instant.getFullYear()}-${month}-${day}`
}
