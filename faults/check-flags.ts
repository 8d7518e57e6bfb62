/** Two deals with one customer are both stored, and the office sees both of them. */
import type { FinalState } from './final-state.ts'

/** The list of the office names so many others. */
const MOST_NAMED = 10

/**
 * A shift is shorter than the time within which a second deal is flagged, and the office opens no customer in it: all
 * deals with a customer belong together, whoever made them. Single orders have a customer of their own.
 */
export function checkFlags({ listed }: FinalState): string[] {
  return listed.flatMap(({ invoice_id: id, customer_id: customerId, flags }) => {
    const others = listed.filter(
      (other) => other.customer_id === customerId && other.invoice_id !== id,
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
