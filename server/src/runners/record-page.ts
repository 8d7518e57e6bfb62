/** The pages of the runner record. */
import { LATEST_INSTANT_MS } from '@veni/domain/api/fields'
import * as v from 'valibot'
import { AppError } from '../errors.ts'

/** The last row of a list on the page before: its time in ms since 1970 and its id. */
const positionSchema = v.object({
  at: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LATEST_INSTANT_MS)),
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
})
export type Position = v.InferOutput<typeof positionSchema>

/** Exact in JavaScript, and more than any database gives, also with `bigint`. */
const ORDER_NUMBER = /^\d{1,15}$/

/** Where each list continues. A list without a position has ended. */
const positionsSchema = v.object({
  orders: v.optional(
    v.object({ ...positionSchema.entries, id: v.pipe(v.string(), v.regex(ORDER_NUMBER)) }),
  ),
  settlements: v.optional(positionSchema),
  cash_payments: v.optional(positionSchema),
})
export type Positions = v.InferOutput<typeof positionsSchema>

/** The text for the query `older`; undefined when every list has ended. */
export function writePositions(positions: Positions): string | undefined {
  if (Object.values(positions).every((position) => position === undefined)) return undefined
  return Buffer.from(JSON.stringify(positions)).toString('base64url')
}

/** Throws `bad-request` for a text that no page has given. */
export function readPositions(text: string): Positions {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), positionsSchema), decode(text))
  if (result.success) return result.output
  const field = { path: 'older', reason: 'is not from a page of this record' }
  throw new AppError('bad-request', 'There is no such page.', [field])
}

const decode = (text: string) => Buffer.from(text, 'base64url').toString()
