import { queryOptions } from '@tanstack/react-query'
import { productsApi } from '@veni/domain/api/products'
import { productsReplySchema, type Product } from '@veni/domain/product'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import { callApi } from './client.ts'
import { storeAnswer, readSnapshotInstead, type SnapshotAnswer } from './answer-snapshot.ts'
import { freshFor, sessionKey } from './query-client.ts'
import { retryAfterOf } from './failure.ts'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { appConfig } from '../app-config.ts'

const PRODUCTS_RETRY_MS = 30_000

export const productsQuery = () =>
  queryOptions({
    queryKey: sessionKey('products'),
    queryFn: ({ signal }) =>
      fetchProducts(signal).catch((error: unknown) =>
        readSnapshotInstead(error, 'products', productsReplySchema),
      ),
    staleTime: freshFor(CUSTOMERS_REFRESH_MS),
    // The notice above the demo products promises this retry.
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || data?.storedAt !== undefined || data?.value.length === 0
        ? Math.max(PRODUCTS_RETRY_MS, retryAfterOf(error))
        : false,
  })

async function fetchProducts(signal: AbortSignal): Promise<SnapshotAnswer<readonly Product[]>> {
  const value = await callApi(productsApi.products, {
    accepts: productsReplySchema,
    timeoutMs: callTimings.products.timeoutMs,
    signal,
    store: (text) => storeAnswer('products', text),
  })
  return { value }
}

export interface OfferedProducts {
  readonly products: readonly Product[]
  /** The server gave no products, and these are the demo products. */
  readonly isDemo: boolean
}

/** @param answer of the server; undefined when the call failed */
export function offeredProducts(answer: readonly Product[] | undefined): OfferedProducts {
  if (answer && answer.length > 0) return { products: answer, isDemo: false }
  const products = appConfig().demoData ? DEMO_PRODUCTS : []
  return { products, isDemo: products.length > 0 }
}
