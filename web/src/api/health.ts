import { queryOptions } from '@tanstack/react-query'
import { healthApi, pingReplySchema } from '@veni/domain/api/health'
import { callTimings, CUSTOMERS_REFRESH_MS } from '@veni/domain/api/timings'
import { callApi } from './client.ts'
import { freshIfPrefetched, OF_SERVER, sessionKey } from './query-client.ts'
import * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'

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
    meta: OF_SERVER,
  })

/** Fetches the health of the server after the last attempt for the customer list; it is only logged. */
export async function reportAdminHealth(): Promise<void> {
  try {
    const { timeoutMs } = callTimings.ping
    reportProblem(
      'Admin health',
      await callApi(healthApi.adminHealth, { accepts: v.unknown(), timeoutMs }),
    )
  } catch (error) {
    reportProblem('Admin health could not be read', error)
  }
}
