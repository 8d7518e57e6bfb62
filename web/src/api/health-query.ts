import { queryOptions } from '@tanstack/react-query'
import { healthApi, pingReplySchema } from '@veni/domain/api/health'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import { callApi } from './client.ts'
import { freshIfPrefetched, sessionKey } from './query-client.ts'

/** Whether the server answers. */
export const healthQuery = () =>
  queryOptions({
    queryKey: sessionKey('health'),
    async queryFn({ signal }) {
      const { timeoutMs } = callTimings.ping
      await callApi(healthApi.ping, { accepts: pingReplySchema, timeoutMs, signal })
      return true
    },
    staleTime: freshIfPrefetched,
    refetchInterval: CUSTOMERS_REFRESH_MS,
  })
