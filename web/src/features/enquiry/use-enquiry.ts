import type { Customer } from '@veni/domain/customer'
import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import { demoCustomers } from '@veni/domain/demo/customers'
import { customerQuery, customersQuery, savedCustomersQuery } from '../../api/customer-queries.ts'
import { noQuery } from '../../api/query.ts'
import { appConfig } from '../../app-config.ts'
import { useQuery } from '../../api/use-query.ts'
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
  const customer = customerQuery(customerId)
  const query = useQuery(isDemo ? noQuery : customer)
  const fromList = customerInList(customerId)
  const isSavedWanted = !isDemo && query.data === undefined && !fromList
  const saved = useSavedCustomer(customerId, isSavedWanted)
  const runnerId = useValue(session)?.runner.id ?? ''

  if (isDemo) return demoState(customerId, runnerId)
  const view = enquiryView({
    answer: query.data,
    error: query.error,
    failureReason: query.failureReason,
    known: fromList ?? saved,
  })
  return { view, isFetching: query.isFetching, retry: () => void customer.refetch() }
}

function customerInList(customerId: string): Customer | undefined {
  return customersQuery()
    .get()
    .data?.customers.find(({ id }) => id === customerId)
}

function useSavedCustomer(customerId: string, isWanted: boolean): Customer | undefined {
  const { data } = useQuery(isWanted ? savedCustomersQuery() : noQuery)
  return data?.value.find(({ id }) => id === customerId)
}

function demoState(customerId: string, runnerId: string): EnquiryState {
  const rows = appConfig().demoData ? demoCustomers(runnerId, today.get()) : []
  const customer = rows.find(({ id }) => id === customerId)
  const view: EnquiryView = customer ? { kind: 'customer', customer } : { kind: 'missing' }
  return { view, isFetching: false, retry: () => undefined }
}
