/** What /deliveries shows: the order of truth of rulings 9 and 10, without React. */
import {
  groupByStatus,
  isOnListOf,
  type Customer,
  type CustomerSection,
} from '@veni/domain/customer'
import type { CustomersAnswer } from '../../api/customer-list.ts'
import type { Snapshot } from '../../state/snapshots.ts'
import type { LastFailure } from './last-failure.ts'

/** Where the customers on the screen come from. */
export type ListSource =
  | { readonly kind: 'portal' }
  /** The portal answered 500 and still sent customers (spec §7). */
  | { readonly kind: 'failed-reply' }
  | {
      readonly kind: 'saved'
      readonly savedAt: number
      /** Why nobody is reached, where that is so: it stands with them, before and after the last attempt. */
      readonly failure?: Error
    }
  | { readonly kind: 'demo'; readonly failure: Error }

export type CustomerListView =
  | { readonly kind: 'loading' }
  /** Attempts are still being made. */
  | { readonly kind: 'failing'; readonly failure: Error }
  /** No attempt is left, and there is nothing to show instead, or not yet. */
  | { readonly kind: 'failed'; readonly failure: Error }
  | {
      readonly kind: 'list'
      readonly source: ListSource
      readonly sections: readonly CustomerSection[]
    }

export interface ListFacts {
  readonly answer: CustomersAnswer | undefined
  /** When the portal last gave it, ms since 1970. */
  readonly answeredAt: number
  readonly failure: LastFailure | undefined
  /** The customers saved on this phone; null: there are none, undefined: not looked up yet. */
  readonly saved: Snapshot<readonly Customer[]> | null | undefined
  /** Customers to show in their place; null: none are, undefined: not there yet. */
  readonly demo: readonly Customer[] | null | undefined
  readonly runnerId: string
  /** The runner's calendar day. */
  readonly today: string
  /** Statuses that this phone has yet to tell the office, by customer id. */
  readonly unsentStatuses: ReadonlyMap<string, string>
}

export function customerListView(facts: ListFacts): CustomerListView {
  const { answer, answeredAt, failure } = facts
  if (answer) {
    const source: ListSource = failure?.isFinal
      ? { kind: 'saved', savedAt: answeredAt }
      : { kind: answer.fromFailedReply ? 'failed-reply' : 'portal' }
    return listView(answer.customers, source, facts)
  }
  return failure ? viewWithoutAnswer(failure, facts) : { kind: 'loading' }
}

function viewWithoutAnswer(
  { error, isFinal, isUnreachable }: LastFailure,
  facts: ListFacts,
): CustomerListView {
  const { saved, demo } = facts
  // While nobody is reached no attempt does better than what the phone has (decision 15).
  const isSavedWanted = isFinal || isUnreachable
  if (saved && isSavedWanted) {
    const why = isUnreachable ? { failure: error } : {}
    return listView(saved.value, { kind: 'saved', savedAt: saved.savedAt, ...why }, facts)
  }
  const isLookedUp = saved !== undefined
  if (!isFinal)
    return isSavedWanted && !isLookedUp ? { kind: 'loading' } : { kind: 'failing', failure: error }
  if (!isLookedUp || !demo) return { kind: 'failed', failure: error }
  return listView(demo, { kind: 'demo', failure: error }, facts)
}

function listView(
  customers: readonly Customer[],
  source: ListSource,
  { runnerId, unsentStatuses, today }: ListFacts,
): CustomerListView {
  const onList = customers
    .map((customer) => withStatus(customer, unsentStatuses.get(customer.id)))
    .filter((customer) => isOnListOf(customer, runnerId))
  return { kind: 'list', source, sections: groupByStatus(onList, today) }
}

function withStatus(customer: Customer, status: string | undefined): Customer {
  return status === undefined ? customer : { ...customer, status }
}
