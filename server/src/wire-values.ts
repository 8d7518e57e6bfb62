import { paise, paiseFromRupees, rupeesFromPaise } from '@veni/domain/money'
import { AppError, notFound } from './errors.ts'

/** The largest value of PostgreSQL's integer. */
const MAX_ROW_ID = 2_147_483_647

/** Whether a text from the wire can be the number of a row. */
export const isRowId = (id: string) => /^[1-9]\d{0,9}$/u.test(id) && Number(id) <= MAX_ROW_ID

/** Turns an id from the wire into the number of a row. Throws `not-found` for text that is no such number. */
export function parseId(id: string): number {
  if (!isRowId(id)) throw notFound()
  return Number(id)
}

/**
 * As `parseId`, for an order: the office can give its number 64 bits (docs/operations.md). Exact in JavaScript. Compare it
 * as `bigint`, because the column may have 32 bits.
 */
export function parseOrderId(id: string): number {
  if (!/^[1-9]\d{0,14}$/u.test(id)) throw notFound()
  return Number(id)
}

/** Turns rupees of a request into whole paise. Throws `bad-request` with the field when the amount is too large. */
export function toPaise(rupees: number, path: string): number {
  const amount = paiseFromRupees(rupees)
  if (amount !== undefined) return amount
  throw new AppError('bad-request', 'An amount is too large.', [{ path, reason: 'is too large' }])
}

type WithoutNulls<TRow> = {
  [TField in keyof TRow]: null extends TRow[TField]
    ? Exclude<TRow[TField], null> | undefined
    : TRow[TField]
}

/** Turns a row into optional fields: a column without a value is null in the row and undefined here. */
export function withoutNulls<TRow extends object>(row: TRow): WithoutNulls<TRow> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value ?? undefined,
  ])
  return Object.fromEntries(fields) as WithoutNulls<TRow>
}

/** Turns stored paise into the rupees of the wire. */
export function toRupees(storedPaise: number): number {
  return rupeesFromPaise(paise(storedPaise))
}
