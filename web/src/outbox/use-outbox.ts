import { useMemo } from 'react'
import { useValue } from '../lib/use-value.ts'
import { partOf } from '../lib/value-store.ts'
import type { EntryHead } from './entry.ts'
import { entries, isOnItsWay, findStatusAfter } from './entries.ts'

/** The status of each customer after all unsent work, by customer id. */
function listPendingStatuses(list: readonly EntryHead[]): ReadonlyMap<string, string> {
  return new Map(
    list.filter(isOnItsWay).flatMap(({ customerId, work }): [string, string][] => {
      const status = findStatusAfter(work)
      return status === undefined ? [] : [[customerId, status]]
    }),
  )
}

export function usePendingStatuses(): ReadonlyMap<string, string> {
  const list = useValue(entries)
  return useMemo(() => listPendingStatuses(list), [list])
}

/** The refused entries of one customer or of all; they wait until somebody looks at them. */
export function useRefusedWork(customerId?: string): readonly EntryHead[] {
  const list = useValue(entries)
  return useMemo(() => list.filter((entry) => isRefused(entry, customerId)), [list, customerId])
}

export function useHasRefusedWork(customerId: string): boolean {
  // Each card of the list uses this hook. Work of another customer must not draw the card again.
  return useValue(partOf(entries, (list) => list.some((entry) => isRefused(entry, customerId))))
}

const isRefused = (entry: EntryHead, customerId: string | undefined) =>
  entry.state === 'refused' && (customerId === undefined || entry.customerId === customerId)
