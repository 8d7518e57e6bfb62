import { queryOptions } from '@tanstack/react-query'
import { productsApi } from '@veni/domain/api/products'
import { hairPricesReplySchema } from '@veni/domain/hair'
import { productsReplySchema, type Product } from '@veni/domain/product'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import { callApi } from './client.ts'
import { fetchHairPrices } from './hair-price-list.ts'
import { keepAnswer, keptInstead, type KeptAnswer } from './kept-answer.ts'
import { sessionKey } from './query-client.ts'

const PRODUCTS_RETRY_MS = 30_000

export const productsQuery = () =>
  queryOptions({
    queryKey: sessionKey('products'),
    queryFn: ({ signal }) =>
      fetchProducts(signal).catch((error: unknown) =>
        keptInstead(error, 'products', productsReplySchema),
      ),
    staleTime: CUSTOMERS_REFRESH_MS,
    // The notice over the demo products promises it.
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || data?.savedAt !== undefined || data?.value.length === 0
        ? PRODUCTS_RETRY_MS
        : false,
  })

async function fetchProducts(signal: AbortSignal): Promise<KeptAnswer<readonly Product[]>> {
  const value = await callApi(productsApi.products, {
    accepts: productsReplySchema,
    timeoutMs: callTimings.products.timeoutMs,
    signal,
    keep: (text) => keepAnswer('products', text),
  })
  return { value }
}

export const hairPricesQuery = () =>
  queryOptions({
    queryKey: sessionKey('hair-prices'),
    queryFn: ({ signal }) =>
      fetchHairPrices(signal).catch((error: unknown) =>
        keptInstead(error, 'hair-prices', hairPricesReplySchema),
      ),
    staleTime: CUSTOMERS_REFRESH_MS,
  })
