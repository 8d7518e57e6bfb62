import { useMemo } from 'react'
import { useValue } from '../lib/use-value.ts'
import type { OutboxEntry } from './entry.ts'
import { entries } from './entries.ts'
import { statusAfter } from './status-after.ts'

export interface OutboxCounts {
  /** On this phone only, on their way. */
  readonly waiting: number
  /** Refused by the office: someone must look. */
  readonly attention: number
}

export function countEntries(list: readonly OutboxEntry[]): OutboxCounts {
  return {
    waiting: list.filter((entry) => entry.state === 'waiting').length,
    attention: list.filter((entry) => entry.state === 'refused').length,
  }
}

export function useOutboxCounts(): OutboxCounts {
  const list = useValue(entries)
  return useMemo(() => countEntries(list), [list])
}

/** What each customer's status will be once the office has the phone's work, by customer id. */
function pendingStatuses(list: readonly OutboxEntry[]): ReadonlyMap<string, string> {
  return new Map(
    list
      .filter((entry) => entry.state === 'waiting')
      .flatMap(({ customerId, work }): [string, string][] => {
        const status = statusAfter(work)
        return status === undefined ? [] : [[customerId, status]]
      }),
  )
}

export function usePendingStatuses(): ReadonlyMap<string, string> {
  const list = useValue(entries)
  return useMemo(() => pendingStatuses(list), [list])
}
