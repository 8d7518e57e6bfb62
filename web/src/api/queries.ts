/** What the app reads from the portal, as options of the query cache. */
import { api, pingReplySchema } from '@veni/domain/api'
import { customerReplySchema } from '@veni/domain/customer'
import { productsReplySchema } from '@veni/domain/product'
import { runnerAccountSchema } from '@veni/domain/records'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/timings'
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { owner, signInNeeded } from '../state/session.ts'
import { callApi } from './client.ts'
import { fetchCustomers } from './customer-list.ts'
import { isNotOffered, isSignedOut } from './failure.ts'
import { fetchHairPrices } from './hair-price-list.ts'
import { retryPolicy } from './retry.ts'

const CATALOGUE_RETRY_MS = 30_000
const ACCOUNT_TIMEOUT_MS = 10_000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (isSignedOut(error)) signInNeeded.set(true)
    },
  }),
  defaultOptions: {
    // The phone's own idea of being online is often wrong: always try (ruling 11 needs the failure).
    queries: { networkMode: 'always', retry: false, refetchOnReconnect: true },
  },
})

export const customersQuery = () =>
  queryOptions({
    queryKey: ['customers', owner()],
    queryFn: ({ signal }) => fetchCustomers(signal),
    refetchInterval: CUSTOMERS_REFRESH_MS,
    ...retryPolicy(callTimings.customers),
  })

export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', owner(), customerId],
    // `null` says that the portal answered and has no such customer.
    queryFn: async ({ signal }) =>
      (await callApi(api.customers, {
        query: { id: customerId },
        accepts: customerReplySchema(customerId),
        timeoutMs: callTimings.customer.timeoutMs,
        signal,
      })) ?? null,
    ...retryPolicy(callTimings.customer),
  })

export const productsQuery = () =>
  queryOptions({
    queryKey: ['products', owner()],
    queryFn: ({ signal }) =>
      callApi(api.products, {
        accepts: productsReplySchema,
        timeoutMs: callTimings.products.timeoutMs,
        signal,
      }),
    staleTime: CUSTOMERS_REFRESH_MS,
    // The notice over the demo products promises it (spec §8 "Products").
    refetchInterval: ({ state }) =>
      state.status === 'error' || state.data?.length === 0 ? CATALOGUE_RETRY_MS : false,
  })

export const hairPricesQuery = () =>
  queryOptions({
    queryKey: ['hair-prices', owner()],
    queryFn: ({ signal }) => fetchHairPrices(signal),
    staleTime: CUSTOMERS_REFRESH_MS,
  })

export const healthQuery = () =>
  queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) =>
      callApi(api.ping, {
        accepts: pingReplySchema,
        timeoutMs: callTimings.ping.timeoutMs,
        signal,
      }),
    refetchInterval: CUSTOMERS_REFRESH_MS,
  })

/** The runner's record at our server; `null` where a plain portal offers none (ruling 2). */
export const accountQuery = () =>
  queryOptions({
    queryKey: ['account', owner()],
    queryFn: async ({ signal }) => {
      try {
        return await callApi(api.account, {
          accepts: runnerAccountSchema,
          timeoutMs: ACCOUNT_TIMEOUT_MS,
          signal,
        })
      } catch (error) {
        if (isNotOffered(error)) return null
        throw error
      }
    },
  })
