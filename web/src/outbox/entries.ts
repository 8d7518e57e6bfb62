/** The unsent entries on the screen. This file imports no schema, because the first screen loads without schemas. */
import { createValueStore } from '../lib/value-store.ts'
import type { EntryHead, OutboxEntry, WorkHead } from './entry.ts'

/** The signed-in runner's unsent entries, oldest first. */
export const entries = createValueStore<readonly EntryHead[]>([])

/** Whether the outbox sends the entry without an action of the runner. */
export const isOnItsWay = ({ state }: Pick<OutboxEntry, 'state'>): boolean =>
  state !== 'held' && state !== 'refused'

/** The customer's status once the server has this work; undefined when the work does not change it. */
export function findStatusAfter(work: WorkHead): string | undefined {
  switch (work.kind) {
    case 'customer-update':
      return work.body.status
    case 'single-order':
    case 'cash-payment':
    case 'settlement-delivered':
      return 'delivered'
    case 'settlement':
      return undefined
  }
}
