import { useEffect, useMemo, useState } from 'react'
import { isSignedOut } from '../../api/failure.ts'
import {
  customersQuery,
  demoCustomersQuery,
  savedCustomersQuery,
} from '../../api/customer-queries.ts'
import { noQuery } from '../../api/query.ts'
import { appConfig } from '../../app-config.ts'
import { useQuery } from '../../api/use-query.ts'
import { useValue } from '../../lib/use-value.ts'
import { usePendingStatuses } from '../../outbox/use-outbox.ts'
import { session } from '../../state/session.ts'
import { today } from '../../state/today.ts'
import { customerListView, type CustomerListView } from './customer-list-view.ts'
import { nextFailure, type AttemptState, type LastFailure } from './last-failure.ts'

export interface CustomerListState {
  readonly view: CustomerListView
  /** The attempt under way or waited for, counted from 1. */
  readonly attempt: number
}

export function useCustomerList(): CustomerListState {
  const customers = customersQuery()
  const query = useQuery(customers)
  const failure = useLastFailure(query)
  const saved = useSavedCustomers(query.data === undefined && failure !== undefined)
  const runnerId = useValue(session)?.runner.id ?? ''
  const day = useValue(today)
  const demo = useDemoCustomers(saved === null && failure?.isFinal === true, runnerId, day)
  const unsentStatuses = usePendingStatuses()
  useAdminHealthReport(query.error)

  const view = useMemo(
    () =>
      customerListView({
        answer: query.data,
        answeredAt: customers.answeredAt.get() ?? 0,
        failure,
        saved,
        demo,
        runnerId,
        today: day,
        unsentStatuses,
      }),
    [customers, query.data, failure, saved, demo, runnerId, day, unsentStatuses],
  )
  return { view, attempt: query.failureCount + 1 }
}

function useLastFailure(attempts: AttemptState): LastFailure | undefined {
  const [last, setLast] = useState<LastFailure>()
  const next = nextFailure(last, attempts)
  if (next !== last) setLast(next)
  return next
}

/** @returns null when none are saved, undefined until that is known */
function useSavedCustomers(isWanted: boolean) {
  const { data, error } = useQuery(isWanted ? savedCustomersQuery() : noQuery)
  // A phone whose storage cannot be read has nothing saved.
  return error ? null : data
}

/** @returns null where there are to be none, or none can be had; undefined until they are there */
function useDemoCustomers(isWanted: boolean, runnerId: string, day: string) {
  const isAllowed = appConfig().demoData
  const query = isWanted && isAllowed ? demoCustomersQuery(runnerId, day) : noQuery
  const { data, error } = useQuery(query)
  return error || !isAllowed ? null : data
}

function useAdminHealthReport(finalError: Error | null): void {
  useEffect(() => {
    if (finalError && !isSignedOut(finalError))
      void import('../../api/admin-health.ts').then(({ reportAdminHealth }) => reportAdminHealth())
  }, [finalError])
}
