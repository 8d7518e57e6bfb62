import { healthApi, pingReplySchema } from '@veni/domain/api/health'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import { callApi } from './client.ts'
import { sharedQuery } from './query-registry.ts'

/** Whether the portal answers. */
export const healthQuery = () =>
  sharedQuery('health', () => ({
    // What else an office says with it is nobody's news.
    async fetch(signal) {
      const { timeoutMs } = callTimings.ping
      await callApi(healthApi.ping, { accepts: pingReplySchema, timeoutMs, signal })
      return true
    },
    refetchEveryMs: CUSTOMERS_REFRESH_MS,
  }))
