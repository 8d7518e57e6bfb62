import { customersApi } from '@veni/domain/api/customers'
import { customerReplySchema, customersReplySchema } from '@veni/domain/customer'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import { callApi } from './client.ts'
import { fetchCustomers } from './customer-list.ts'
import { sharedQuery } from './query-registry.ts'
import { retryDelays } from './retry.ts'

export const customersQuery = () =>
  sharedQuery('customers', () => ({
    fetch: fetchCustomers,
    refetchEveryMs: CUSTOMERS_REFRESH_MS,
    retryDelayMs: retryDelays(callTimings.customers),
  }))

/** The last good list, from the phone; `null` when there is none. */
export const savedCustomersQuery = () =>
  sharedQuery('saved-customers', () => ({
    async fetch() {
      const { readSnapshot } = await import('../storage/snapshots.ts')
      return (await readSnapshot('customers', customersReplySchema)) ?? null
    },
  }))

/** Fetched with what else is fetched ahead: a runner rarely sees them. */
export const demoCustomersQuery = (runnerId: string, today: string) =>
  sharedQuery(`demo-customers ${runnerId} ${today}`, () => ({
    async fetch() {
      const { demoCustomers } = await import('@veni/domain/demo/customers')
      return demoCustomers(runnerId, today)
    },
  }))

export const customerQuery = (customerId: string) =>
  sharedQuery(`customer ${customerId}`, () => {
    const accepts = customerReplySchema(customerId)
    const { timeoutMs } = callTimings.customer
    return {
      // `null` says that the portal answered and has no such customer.
      fetch: async (signal) =>
        (await callApi(customersApi.customers, {
          query: { id: customerId },
          accepts,
          timeoutMs,
          signal,
        })) ?? null,
      retryDelayMs: retryDelays(callTimings.customer),
    }
  })
