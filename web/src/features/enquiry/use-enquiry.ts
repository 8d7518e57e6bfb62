import { customersReplySchema, type Customer } from '@veni/domain/customer'
import { demoCustomers, isDemoCustomerId } from '@veni/domain/demo-data'
import { useQuery } from '@tanstack/react-query'
import { customerQuery, customersQuery, queryClient } from '../../api/queries.ts'
import { appConfig } from '../../app-config.ts'
import { useValue } from '../../lib/use-value.ts'
import { owner, session } from '../../state/session.ts'
import { readSnapshot } from '../../state/snapshots.ts'
import { today } from '../../state/today.ts'
import { enquiryView, type EnquiryView } from './enquiry-view.ts'

export interface EnquiryState {
  readonly view: EnquiryView
  readonly isFetching: boolean
  readonly retry: () => void
}

/** One customer: at once from what the phone knows, then from the portal. */
export function useEnquiry(customerId: string): EnquiryState {
  const isDemo = isDemoCustomerId(customerId)
  const query = useQuery({ ...customerQuery(customerId), enabled: !isDemo })
  const fromList = customerInList(customerId)
  const isSavedWanted = !isDemo && query.error !== null && !query.data && !fromList
  const saved = useSavedCustomer(customerId, isSavedWanted)
  const runnerId = useValue(session)?.runner.id ?? ''

  if (isDemo) return demoState(customerId, runnerId)
  const view = enquiryView({
    answer: query.data,
    error: query.error,
    failureReason: query.failureReason,
    known: fromList ?? saved,
  })
  return { view, isFetching: query.isFetching, retry: () => void retry(customerId) }
}

/** Asks at once, even in the middle of a wait between two attempts. */
async function retry(customerId: string): Promise<void> {
  const { queryKey } = customerQuery(customerId)
  await queryClient.cancelQueries({ queryKey })
  await queryClient.refetchQueries({ queryKey })
}

function customerInList(customerId: string): Customer | undefined {
  const list = queryClient.getQueryData(customersQuery().queryKey)
  return list?.customers.find(({ id }) => id === customerId)
}

function useSavedCustomer(customerId: string, isWanted: boolean): Customer | undefined {
  const { data } = useQuery({
    queryKey: ['saved-customer', owner(), customerId],
    queryFn: async () => {
      const snapshot = await readSnapshot('customers', customersReplySchema)
      return snapshot?.value.find(({ id }) => id === customerId) ?? null
    },
    enabled: isWanted,
    gcTime: 0,
  })
  return data ?? undefined
}

function demoState(customerId: string, runnerId: string): EnquiryState {
  const rows = appConfig().demoData ? demoCustomers(runnerId, today()) : []
  const customer = rows.find(({ id }) => id === customerId)
  const view: EnquiryView = customer ? { kind: 'customer', customer } : { kind: 'missing' }
  return { view, isFetching: false, retry: () => undefined }
}
