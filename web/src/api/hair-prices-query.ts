import { queryOptions } from '@tanstack/react-query'
import { hairPricesApi } from '@veni/domain/api/hair-prices'
import { hairPricesReplySchema, type HairPrice } from '@veni/domain/hair'
import { callTimings, CUSTOMERS_REFRESH_MS, findRetryDelayMs } from '@veni/domain/api/timings'
import { wait } from '../lib/wait.ts'
import { callApi } from './client.ts'
import { ApiFailure, retryAfterOf } from './failure.ts'
import { freshFor, sessionKey } from './query-client.ts'
import { storeAnswer, readSnapshotInstead, type SnapshotAnswer } from './answer-snapshot.ts'

export const hairPricesQuery = () =>
  queryOptions({
    queryKey: sessionKey('hair-prices'),
    queryFn: ({ signal }) =>
      fetchHairPrices(signal).catch((error: unknown) =>
        readSnapshotInstead(error, 'hair-prices', hairPricesReplySchema),
      ),
    staleTime: freshFor(CUSTOMERS_REFRESH_MS),
  })

/**
 * Three attempts, 200 ms and 400 ms apart, within 10 s overall. TanStack Query has a limit for the
 * number of attempts, but none for their time together.
 */
export async function fetchHairPrices(
  signal: AbortSignal,
): Promise<SnapshotAnswer<readonly HairPrice[]>> {
  const timing = callTimings.hairPricing
  const deadline = Date.now() + timing.timeoutMs
  for (let failures = 0; ;) {
    try {
      const timeoutMs = Math.max(1, deadline - Date.now())
      const value = await callApi(hairPricesApi.hairPricing, {
        accepts: hairPricesReplySchema,
        timeoutMs,
        signal,
        store: (text) => storeAnswer('hair-prices', text),
      })
      return { value }
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.detail.status === 401) throw error
      failures += 1
      const last = { timedOut: error.kind === 'timeout', status: error.detail.status }
      const delay = findRetryDelayMs(timing, failures, last)
      const waitMs = Math.max(delay ?? 0, retryAfterOf(error))
      // An attempt must start within the 10 s.
      if (delay === undefined || Date.now() + waitMs >= deadline) throw error
      await wait(waitMs, signal)
    }
  }
}
