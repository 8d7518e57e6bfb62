import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isSignedOut } from '../../api/failure.ts'
import {
  customersQuery,
  demoCustomersQuery,
  savedCustomersQuery,
} from '../../api/customer-queries.ts'
import { appConfig } from '../../app-config.ts'
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
  const client = useQueryClient()
  const query = useQuery(customersQuery())
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
        // Read past the hook: each refresh changes it, and an unchanged list must draw nothing.
        answeredAt: client.getQueryState(customersQuery().queryKey)?.dataUpdatedAt ?? 0,
        failure,
        saved,
        demo,
        runnerId,
        today: day,
        unsentStatuses,
      }),
    [client, query.data, failure, saved, demo, runnerId, day, unsentStatuses],
  )
  return { view, attempt: query.failureCount + 1 }
}

function useLastFailure(attempts: AttemptState): LastFailure | undefined {
  const client = useQueryClient()
  const [last, setLast] = useState(() => {
    const known = client.getQueryState(customersQuery().queryKey)
    return known && nextFailure(undefined, { ...known, failureReason: known.fetchFailureReason })
  })
  const next = nextFailure(last, attempts)
  if (next !== last) setLast(next)
  return next
}

/** @returns null when none are saved, undefined until that is known */
function useSavedCustomers(isWanted: boolean) {
  const { data, error } = useQuery({ ...savedCustomersQuery(), enabled: isWanted })
  // A phone whose storage cannot be read has nothing saved.
  return error ? null : data
}

/** @returns null where there are to be none, or none can be had; undefined until they are there */
function useDemoCustomers(isWanted: boolean, runnerId: string, day: string) {
  const isAllowed = appConfig().demoData
  const { data, error } = useQuery({
    ...demoCustomersQuery(runnerId, day),
    enabled: isWanted && isAllowed,
  })
  return error || !isAllowed ? null : data
}

function useAdminHealthReport(finalError: Error | null): void {
  useEffect(() => {
    if (finalError && !isSignedOut(finalError))
      void import('../../api/admin-health.ts').then(({ reportAdminHealth }) => reportAdminHealth())
  }, [finalError])
}
