import { useMemo } from 'react'
import { useValue } from '../lib/use-value.ts'
import { partOf } from '../lib/value-store.ts'
import type { EntryHead } from './entry.ts'
import { entries, findCustomerChange, isOnItsWay, type CustomerChange } from './entries.ts'

/** What all unsent work changes in each customer, by customer id. */
function listPendingChanges(list: readonly EntryHead[]): ReadonlyMap<string, CustomerChange> {
  const changes = new Map<string, CustomerChange>()
  for (const { customerId, work } of list.filter(isOnItsWay)) {
    const change = findCustomerChange(work)
    if (change) changes.set(customerId, { ...changes.get(customerId), ...change })
  }
  return changes
}

export function usePendingChanges(): ReadonlyMap<string, CustomerChange> {
  const list = useValue(entries)
  return useMemo(() => listPendingChanges(list), [list])
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
