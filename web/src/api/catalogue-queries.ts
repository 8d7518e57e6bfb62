import { productsApi } from '@veni/domain/api/products'
import { hairPricesReplySchema, type HairPrice } from '@veni/domain/hair'
import { productsReplySchema, type Product } from '@veni/domain/product'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import * as v from 'valibot'
import { callApi } from './client.ts'
import { fetchHairPrices } from './hair-price-list.ts'
import { keepAnswer, keptInstead, type KeptAnswer } from './kept-answer.ts'
import { sharedQuery } from './query-registry.ts'

const CATALOGUE_RETRY_MS = 30_000

/** An answer that says the same stays the same object, and nothing is drawn again. */
const productsAnswerSchema = v.pipe(
  productsReplySchema,
  v.transform((value): KeptAnswer<readonly Product[]> => ({ value })),
)

export const productsQuery = () =>
  sharedQuery('products', () => ({
    fetch: async (signal): Promise<KeptAnswer<readonly Product[]>> =>
      callApi(productsApi.products, {
        accepts: productsAnswerSchema,
        timeoutMs: callTimings.products.timeoutMs,
        signal,
        keep: (text) => keepAnswer('products', text),
      }).catch((error: unknown) => keptInstead(error, 'products', productsReplySchema)),
    freshForMs: CUSTOMERS_REFRESH_MS,
    // The notice over the demo products promises it (spec §8 "Products").
    refetchEveryMs: CATALOGUE_RETRY_MS,
    isRefetched: ({ data, error }) =>
      error !== null || data?.savedAt !== undefined || data?.value.length === 0,
  }))

export const hairPricesQuery = () =>
  sharedQuery('hair-prices', () => ({
    fetch: (signal): Promise<KeptAnswer<readonly HairPrice[]>> =>
      fetchHairPrices(signal).catch((error: unknown) =>
        keptInstead(error, 'hair-prices', hairPricesReplySchema),
      ),
    freshForMs: CUSTOMERS_REFRESH_MS,
  }))
