import { useMemo } from 'react'
import { useValue } from '../lib/use-value.ts'
import { partOf } from '../lib/value-store.ts'
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

/** What the office has refused, of one customer or of all: somebody must look before it is done again. */
export function useRefusedWork(customerId?: string): readonly OutboxEntry[] {
  const list = useValue(entries)
  return useMemo(() => list.filter((entry) => isRefused(entry, customerId)), [list, customerId])
}

export function useHasRefusedWork(customerId: string): boolean {
  // Each card of the list asks: none is drawn again for another customer's work.
  return useValue(partOf(entries, (list) => list.some((entry) => isRefused(entry, customerId))))
}

const isRefused = (entry: OutboxEntry, customerId: string | undefined) =>
  entry.state === 'refused' && (customerId === undefined || entry.customerId === customerId)
