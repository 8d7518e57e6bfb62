/** Schemas for single fields of requests. */
import * as v from 'valibot'
import { isCalendarDay } from '../follow-up.ts'

/** The longest body of a deal and of an order. `deal/fit-record.ts` makes every deal fit. */
export const MAX_DEAL_BYTES = 64 * 1024

export const text = (maxLength: number) => v.pipe(v.string(), v.trim(), v.maxLength(maxLength))

/** The path parameter of a call about one record. */
export const idParam = v.object({ id: v.pipe(v.string(), v.maxLength(64)) })

export const phone = v.pipe(text(32), v.minLength(1))

/** A calendar day that exists, `YYYY-MM-DD`. The pattern alone would accept 30 February. */
export const day = v.pipe(v.string(), v.isoDate(), v.check(isCalendarDay))

/** The last ms of the year 9999, in UTC. PostgreSQL cannot read the form in which `Date` writes a later year. */
export const LATEST_INSTANT_MS = 253_402_300_799_999

/** Whether a text is a time from 1970 to 9999. A zone can move a time of 9999 into the year 10000. */
export function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return time >= 0 && time <= LATEST_INSTANT_MS
}

/** The server's clock minus the phone's, in seconds. Two clocks of the years 1970 to 9999 never differ by as much. */
export const clockOffset = v.pipe(v.number(), v.safeInteger(), v.minValue(-1e12), v.maxValue(1e12))

/** Decimal degrees in a query, between `-limit` and `limit`. */
export const coordinate = (limit: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.decimal(),
    v.transform(Number),
    v.minValue(-limit),
    v.maxValue(limit),
  )
