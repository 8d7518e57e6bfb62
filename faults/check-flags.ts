/** Two deals with one customer are both stored, and the office sees both of them. */
import { countOpenings } from './check-customers.ts'
import type { FinalState } from './final-state.ts'

/** The list of the office names so many others. */
const MOST_NAMED = 10

/**
 * A shift is shorter than the time within which a second deal is flagged: all deals with a customer belong together,
 * whoever made them, unless the office has opened the customer in between. Single orders have a customer of their own.
 */
export function checkFlags(state: FinalState): string[] {
  const { listed, cash, settlements } = state
  const visits = new Map([...cash, ...settlements].map((row) => [row.invoiceId, row.visitId]))
  const openings = new Map(
    listed.map(({ invoice_id: id, customer_id: customerId }) => [
      id,
      countOpenings(String(customerId), visits.get(id), state),
    ]),
  )
  return listed.flatMap(({ invoice_id: id, customer_id: customerId, flags }) => {
    const others = listed.filter(
      (other) =>
        other.customer_id === customerId &&
        other.invoice_id !== id &&
        openings.get(other.invoice_id) === openings.get(id),
    )
    const expected = others.map((other) => other.invoice_id)
    const named = flags.flatMap((flag) => ('others' in flag ? flag.others : []))
    const isRight =
      named.length === Math.min(expected.length, MOST_NAMED) &&
      named.every((other) => expected.includes(other.id))
    return isRight
      ? []
      : [
          `deal ${id} was settled again with ${expected.join()}, and the office sees ${JSON.stringify(named)}`,
        ]
  })
}
