import { catalogueApi } from '@veni/domain/api/catalogue'
import { productsReplySchema } from '@veni/domain/product'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/timings'
import { callApi } from './client.ts'
import { fetchHairPrices } from './hair-price-list.ts'
import { sharedQuery } from './query-registry.ts'

const CATALOGUE_RETRY_MS = 30_000

export const productsQuery = () =>
  sharedQuery('products', () => ({
    fetch: async (signal) =>
      callApi(catalogueApi.products, {
        accepts: productsReplySchema,
        timeoutMs: callTimings.products.timeoutMs,
        signal,
      }),
    freshForMs: CUSTOMERS_REFRESH_MS,
    // The notice over the demo products promises it (spec §8 "Products").
    refetchEveryMs: CATALOGUE_RETRY_MS,
    isRefetched: ({ data, error }) => error !== null || data?.length === 0,
  }))

export const hairPricesQuery = () =>
  sharedQuery('hair-prices', () => ({ fetch: fetchHairPrices, freshForMs: CUSTOMERS_REFRESH_MS }))
