import { useQueryClient } from '@tanstack/react-query'
import { customersQuery } from '../../api/customer-queries.ts'

export interface AnswerClockProps {
  /** @param at ms since 1970 */
  wording: (at: number) => string
}

/**
 * When the server last gave the list. It is written past React: every minute has another time, and a refresh that
 * brought nothing else must draw nothing else.
 */
export function AnswerClock({ wording }: AnswerClockProps) {
  const client = useQueryClient()
  const { queryKey } = customersQuery()
  function show(line: HTMLParagraphElement) {
    const write = () => {
      line.textContent = wording(client.getQueryState(queryKey)?.dataUpdatedAt ?? 0)
    }
    write()
    return client.getQueryCache().subscribe(write)
  }
  return <p ref={show} />
}
