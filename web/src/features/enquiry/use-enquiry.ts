import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Customer } from '@veni/domain/customer'
import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import { listDemoCustomers } from '@veni/domain/demo/customers'
import {
  customerQuery,
  customersQuery,
  customersSnapshotQuery,
} from '../../api/customer-queries.ts'
import { refetchNow } from '../../api/query-client.ts'
import { useIsAwaited, useLastError } from '../../api/query-hooks.tsx'
import { appConfig } from '../../app-config.ts'
import { useValue } from '../../lib/use-value.ts'
import { session } from '../../state/session.ts'
import { today } from '../../state/today.ts'
import { enquiryView, type EnquiryView } from './enquiry-view.ts'

export interface EnquiryState {
  readonly view: EnquiryView
  readonly isFetching: boolean
  readonly retry: () => void
}

/** One customer: first from the phone, then from the server. */
export function useEnquiry(customerId: string): EnquiryState {
  const isDemo = isDemoCustomerId(customerId)
  const options = customerQuery(customerId)
  const query = useQuery({ ...options, enabled: !isDemo })
  const error = useLastError(options, query)
  const isFetching = useIsAwaited(options, query)
  const fromList = useCustomerInList(customerId)
  const isSnapshotNeeded = !isDemo && query.data === undefined && !fromList
  const snapshot = useSnapshotCustomer(customerId, isSnapshotNeeded)
  const runnerId = useValue(session)?.runner.id ?? ''

  if (isDemo) return demoState(customerId, runnerId)
  const view = enquiryView({
    answer: query.data,
    error,
    failureReason: query.failureReason,
    known: fromList ?? snapshot,
  })
  return { view, isFetching, retry: () => void refetchNow(options) }
}

function useCustomerInList(customerId: string): Customer | undefined {
  const list = useQueryClient().getQueryData(customersQuery().queryKey)
  return list?.customers.find(({ id }) => id === customerId)
}

function useSnapshotCustomer(customerId: string, isWanted: boolean): Customer | undefined {
  const { data } = useQuery({ ...customersSnapshotQuery(), enabled: isWanted })
  return data?.value.find(({ id }) => id === customerId)
}

function demoState(customerId: string, runnerId: string): EnquiryState {
  const rows = appConfig().demoData ? listDemoCustomers(runnerId, today.get()) : []
  const customer = rows.find(({ id }) => id === customerId)
  const view: EnquiryView = customer ? { kind: 'customer', customer } : { kind: 'missing' }
  return { view, isFetching: false, retry: () => undefined }
}
