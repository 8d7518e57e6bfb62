import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isSignedOut } from '../../../api/failure.ts'
import {
  customersQuery,
  demoCustomersQuery,
  customersSnapshotQuery,
} from '../../../api/customer-queries.ts'
import { reportAdminHealth } from '../../../api/health.ts'
import { appConfig } from '../../../app-config.ts'
import { useValue } from '../../../lib/use-value.ts'
import { usePendingChanges } from '../../../outbox/use-outbox.ts'
import { session } from '../../../state/session.ts'
import { today } from '../../../state/today.ts'
import { customerListView, type CustomerListView } from './customer-list-view.ts'
import { nextFailure, type AttemptState, type LastFailure } from '../failure/last-failure.ts'

export interface CustomerListState {
  readonly view: CustomerListView
  /** The number of the attempt that runs or comes next, from 1. */
  readonly attempt: number
}

export function useCustomerList(): CustomerListState {
  const client = useQueryClient()
  const query = useQuery(customersQuery())
  const failure = useLastFailure(query)
  const snapshot = useCustomersSnapshot(query.data === undefined && failure !== undefined)
  const runnerId = useValue(session)?.runner.id ?? ''
  const day = useValue(today)
  const demo = useDemoCustomers(snapshot === null && failure?.isFinal === true, runnerId, day)
  const unsentChanges = usePendingChanges()
  useAdminHealthReport(query.error)

  const view = useMemo(
    () =>
      customerListView({
        answer: query.data,
        // The hook would draw at each refresh, which changes this time. An unchanged list must draw nothing.
        answeredAt: client.getQueryState(customersQuery().queryKey)?.dataUpdatedAt ?? 0,
        failure,
        snapshot,
        demo,
        runnerId,
        today: day,
        unsentChanges,
      }),
    [client, query.data, failure, snapshot, demo, runnerId, day, unsentChanges],
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

/** @returns null when there is none, undefined until it is read */
function useCustomersSnapshot(isWanted: boolean) {
  const { data, error } = useQuery({ ...customersSnapshotQuery(), enabled: isWanted })
  // A storage that cannot be read counts as empty.
  return error ? null : data
}

/** @returns null when they are not allowed or cannot be loaded, undefined until they are loaded */
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
    if (finalError && !isSignedOut(finalError)) void reportAdminHealth()
  }, [finalError])
}
