/** What /deliveries shows, in the order of rulings 9 and 10, without React. */
import {
  groupByStatus,
  isOnListOf,
  type Customer,
  type CustomerSection,
} from '@veni/domain/customer'
import type { CustomersAnswer } from '../../../api/customer-list.ts'
import { withChange, type CustomerChange } from '../../../outbox/entries.ts'
import type { Snapshot } from '../../../state/snapshots.ts'
import type { LastFailure } from '../failure/last-failure.ts'

/** Where the customers on the screen come from. */
export type ListSource =
  | { readonly kind: 'server' }
  /** The server answered 500 and still sent customers. */
  | { readonly kind: 'failed-reply' }
  | {
      readonly kind: 'snapshot'
      readonly storedAt: number
      /** Set when no server is reachable. It shows above the list, before and after the last attempt. */
      readonly failure?: Error
    }
  | { readonly kind: 'demo'; readonly failure: Error }

export type CustomerListView =
  | { readonly kind: 'loading' }
  /** An attempt failed; more attempts follow. */
  | { readonly kind: 'failing'; readonly failure: Error }
  /** The last attempt failed, and there are no customers to show instead, or not yet. */
  | { readonly kind: 'failed'; readonly failure: Error }
  | {
      readonly kind: 'list'
      readonly source: ListSource
      readonly sections: readonly CustomerSection[]
    }

export interface ListFacts {
  readonly answer: CustomersAnswer | undefined
  /** When the server last gave it, ms since 1970. */
  readonly answeredAt: number
  readonly failure: LastFailure | undefined
  /** null: there is none; undefined: not read yet. */
  readonly snapshot: Snapshot<readonly Customer[]> | null | undefined
  /** Customers to show instead; null: none are allowed; undefined: not loaded yet. */
  readonly demo: readonly Customer[] | null | undefined
  readonly runnerId: string
  /** The runner's calendar day. */
  readonly today: string
  /** Changes that the server has not received yet, by customer id. */
  readonly unsentChanges: ReadonlyMap<string, CustomerChange>
}

export function customerListView(facts: ListFacts): CustomerListView {
  const { answer, answeredAt, failure } = facts
  if (answer) {
    const source: ListSource = failure?.isFinal
      ? { kind: 'snapshot', storedAt: answeredAt }
      : { kind: answer.fromFailedReply ? 'failed-reply' : 'server' }
    return listView(answer.customers, source, facts)
  }
  return failure ? viewWithoutAnswer(failure, facts) : { kind: 'loading' }
}

function viewWithoutAnswer(
  { error, isFinal, isUnreachable }: LastFailure,
  facts: ListFacts,
): CustomerListView {
  const { snapshot, demo } = facts
  // While no server is reachable, no attempt gives a better list than the snapshot (decision 15).
  const isSnapshotWanted = isFinal || isUnreachable
  if (snapshot && isSnapshotWanted) {
    const why = isUnreachable ? { failure: error } : {}
    return listView(
      snapshot.value,
      { kind: 'snapshot', storedAt: snapshot.storedAt, ...why },
      facts,
    )
  }
  const isRead = snapshot !== undefined
  if (!isFinal)
    return isSnapshotWanted && !isRead ? { kind: 'loading' } : { kind: 'failing', failure: error }
  if (!isRead || !demo) return { kind: 'failed', failure: error }
  return listView(demo, { kind: 'demo', failure: error }, facts)
}

function listView(
  customers: readonly Customer[],
  source: ListSource,
  { runnerId, unsentChanges, today }: ListFacts,
): CustomerListView {
  const onList = customers
    .map((customer) => withChange(customer, unsentChanges.get(customer.id), runnerId))
    .filter((customer) => isOnListOf(customer, runnerId))
  return { kind: 'list', source, sections: groupByStatus(onList, today) }
}
