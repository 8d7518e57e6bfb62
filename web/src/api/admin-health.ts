import { healthApi } from '@veni/domain/api/health'
import { callTimings } from '@veni/domain/api/timings'
import * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'
import { callApi } from './client.ts'
import { ApiFailure } from './failure.ts'

/** Fetches the health of the server after the last attempt for the customer list; it is only logged. */
export async function reportAdminHealth(): Promise<void> {
  try {
    const { timeoutMs } = callTimings.ping
    reportProblem(
      'Admin health',
      await callApi(healthApi.adminHealth, { accepts: v.unknown(), timeoutMs }),
    )
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    reportProblem('Admin health could not be read', error)
  }
}
