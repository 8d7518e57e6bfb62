import { customersQuery } from '../../api/customer-queries.ts'

export interface AnswerClockProps {
  /** @param at ms since 1970 */
  wording: (at: number) => string
}

/**
 * When the portal last gave the list. It is written past React: every minute has another time, and a refresh that
 * brought nothing else must draw nothing else.
 */
export function AnswerClock({ wording }: AnswerClockProps) {
  function show(line: HTMLParagraphElement) {
    const { answeredAt } = customersQuery()
    const write = () => {
      line.textContent = wording(answeredAt.get() ?? 0)
    }
    write()
    return answeredAt.subscribe(write)
  }
  return <p ref={show} />
}
