import { hairPricesApi } from '@veni/domain/api/hair-prices'
import { hairPricesReplySchema, type HairPrice } from '@veni/domain/hair'
import { callTimings, retryDelayMs } from '@veni/domain/api/timings'
import { wait } from '../lib/wait.ts'
import { callApi } from './client.ts'
import { ApiFailure } from './failure.ts'
import { keepAnswer, type KeptAnswer } from './kept-answer.ts'

/**
 * Three attempts, 200 ms and 400 ms apart, within 10 s overall. TanStack Query has a limit for the
 * number of attempts, but none for their time together.
 */
export async function fetchHairPrices(
  signal: AbortSignal,
): Promise<KeptAnswer<readonly HairPrice[]>> {
  const timing = callTimings.hairPricing
  const deadline = Date.now() + timing.timeoutMs
  for (let failures = 0; ;) {
    try {
      const timeoutMs = Math.max(1, deadline - Date.now())
      const value = await callApi(hairPricesApi.hairPricing, {
        accepts: hairPricesReplySchema,
        timeoutMs,
        signal,
        keep: (text) => keepAnswer('hair-prices', text),
      })
      return { value }
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.detail.status === 401) throw error
      failures += 1
      const last = { timedOut: error.kind === 'timeout', status: error.detail.status }
      const delay = retryDelayMs(timing, failures, last)
      // An attempt that could only begin after the 10 s is none.
      if (delay === undefined || Date.now() + delay >= deadline) throw error
      await wait(delay, signal)
    }
  }
}
