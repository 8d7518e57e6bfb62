import { useMemo } from 'react'
import { useValue } from '../lib/use-value.ts'
import type { OutboxEntry } from './entry.ts'
import { isOnItsWay } from './on-its-way.ts'
import { entries } from './entries.ts'
import { statusAfter } from './status-after.ts'

/** What each customer's status will be once the office has the phone's work, by customer id. */
function pendingStatuses(list: readonly OutboxEntry[]): ReadonlyMap<string, string> {
  return new Map(
    list.filter(isOnItsWay).flatMap(({ customerId, work }): [string, string][] => {
      const status = statusAfter(work)
      return status === undefined ? [] : [[customerId, status]]
    }),
  )
}

export function usePendingStatuses(): ReadonlyMap<string, string> {
  const list = useValue(entries)
  return useMemo(() => pendingStatuses(list), [list])
}
