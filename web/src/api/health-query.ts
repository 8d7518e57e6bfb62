import { healthApi, pingReplySchema } from '@veni/domain/api/health'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/timings'
import { callApi } from './client.ts'
import { sharedQuery } from './query-registry.ts'

/** Whether the portal answers. */
export const healthQuery = () =>
  sharedQuery('health', () => ({
    fetch: async (signal) =>
      callApi(healthApi.ping, {
        accepts: pingReplySchema,
        timeoutMs: callTimings.ping.timeoutMs,
        signal,
      }),
    refetchEveryMs: CUSTOMERS_REFRESH_MS,
  }))
