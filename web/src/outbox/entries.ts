/** The unsent entries on the screen. This file imports no schema, because the first screen loads without schemas. */
import type { Customer } from '@veni/domain/customer'
import { createValueStore } from '../lib/value-store.ts'
import type { EntryHead, OutboxEntry, WorkHead } from './entry.ts'

/** The signed-in runner's unsent entries, oldest first. */
export const entries = createValueStore<readonly EntryHead[]>([])

/** Whether the outbox sends the entry without an action of the runner. */
export const isOnItsWay = ({ state }: Pick<OutboxEntry, 'state'>): boolean =>
  state !== 'held' && state !== 'refused'

/** What work changes in its customer once the server has it. */
export type CustomerChange = Pick<Customer, 'status'> & Partial<Customer>

/** Undefined when the work does not change the customer. */
export function findCustomerChange(work: WorkHead): CustomerChange | undefined {
  switch (work.kind) {
    case 'customer-update': {
      const { status, notes = '', comments = notes, next_followup } = work.body
      // A hold without a date ends the old follow-up.
      return status === 'hold'
        ? { status, comments, nextFollowup: next_followup ?? '' }
        : { status }
    }
    case 'single-order':
    case 'cash-payment':
    case 'settlement-delivered':
      return { status: 'delivered' }
    case 'settlement':
      return undefined
  }
}

/** A customer without a runner becomes this runner's, as the server does when it receives the change. */
export const withChange = (
  customer: Customer,
  change: CustomerChange | undefined,
  runnerId: string,
): Customer =>
  change ? { ...customer, ...change, runnerId: customer.runnerId || runnerId } : customer
