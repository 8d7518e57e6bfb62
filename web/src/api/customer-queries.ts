import { queryOptions } from '@tanstack/react-query'
import { customersApi } from '@veni/domain/api/customers'
import { customerReplySchema, customersReplySchema } from '@veni/domain/customer'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import { callApi } from './client.ts'
import { fetchCustomers } from './customer-list.ts'
import {
  freshIfPrefetched,
  OF_SERVER,
  refreshEvery,
  retryOptions,
  sessionKey,
} from './query-client.ts'

export const customersQuery = () =>
  queryOptions({
    queryKey: sessionKey('customers'),
    queryFn: ({ signal }) => fetchCustomers(signal),
    staleTime: freshIfPrefetched,
    refetchInterval: refreshEvery(CUSTOMERS_REFRESH_MS),
    ...retryOptions(callTimings.customers),
  })

/** The snapshot of the list; `null` when there is none. */
export const customersSnapshotQuery = () =>
  queryOptions({
    queryKey: sessionKey('customers-snapshot'),
    async queryFn() {
      const { readSnapshot } = await import('../state/snapshots.ts')
      return (await readSnapshot('customers', customersReplySchema)) ?? null
    },
  })

/** A chunk of its own, because a runner rarely sees demo customers. */
export const demoCustomersQuery = (runnerId: string, today: string) =>
  queryOptions({
    queryKey: sessionKey('demo-customers', runnerId, today),
    async queryFn() {
      const { listDemoCustomers } = await import('@veni/domain/demo/customers')
      return listDemoCustomers(runnerId, today)
    },
    staleTime: Infinity,
  })

export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: sessionKey('customer', customerId),
    // `null`: the server answered and has no such customer.
    queryFn: async ({ signal }) =>
      (await callApi(customersApi.customers, {
        query: { id: customerId },
        accepts: customerReplySchema(customerId),
        timeoutMs: callTimings.customer.timeoutMs,
        signal,
      })) ?? null,
    ...retryOptions(callTimings.customer),
    meta: OF_SERVER,
  })
