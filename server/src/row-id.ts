import { notFound } from './errors.ts'

/** The largest value of PostgreSQL's integer. */
const MAX_ROW_ID = 2_147_483_647

/** An id from the wire as a row's number. What cannot be one names nothing that exists: throws `not-found`. */
export function parseId(id: string): number {
  const number = /^[1-9]\d{0,9}$/u.test(id) ? Number(id) : 0
  if (number < 1 || number > MAX_ROW_ID) throw notFound()
  return number
}
