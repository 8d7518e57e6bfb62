/**
 * What the runner saw of a customer. A change of the status takes it to our server, which so finds a newer change of the
 * office (decision 41). A plain portal does not get it.
 */
import * as v from 'valibot'
import { clockOffset, day, isInstant } from '../api/fields.ts'
import type { Customer } from '../customer.ts'

/** More than any card shows: a longer text comes from no app of ours. */
const shown = v.pipe(v.string(), v.maxLength(4_000))

/** The values of a customer that office and runner both change. */
export const sharedValuesSchema = v.object({
  status: shown,
  comments: shown,
  next_followup: v.nullable(day),
})
export type SharedValues = v.InferOutput<typeof sharedValuesSchema>

export const seenSchema = v.object({
  ...sharedValuesSchema.entries,
  /** When the runner changed the status, by the phone's clock; an ISO instant. */
  at: v.pipe(v.string(), v.isoTimestamp(), v.check(isInstant)),
  /** As in a deal. A value out of its bounds is left out, and not all of `seen`: that would hide the conflict. */
  clock_offset_s: v.fallback(v.optional(clockOffset), undefined),
})
export type Seen = v.InferOutput<typeof seenSchema>

/** What cannot be read counts as absent: it must not refuse the runner's work. */
export const looseSeen = v.fallback(v.optional(seenSchema), undefined)

/** @param at ms since 1970. @param offset in seconds; undefined when the phone never measured it */
export function toSeen(
  customer: Pick<Customer, 'status' | 'comments' | 'nextFollowup'>,
  at: number,
  offset: number | undefined,
): Seen {
  return {
    status: customer.status,
    comments: customer.comments,
    next_followup: customer.nextFollowup || null,
    at: new Date(at).toISOString(),
    ...(offset !== undefined && { clock_offset_s: offset }),
  }
}
