import { retryDelayMs, type CallTiming } from '@veni/domain/api/timings'
import { ApiFailure, isSignedOut } from './failure.ts'

/** The specification's retries (spec §9) in the form a query takes. */
export const retryDelays =
  (timing: CallTiming) =>
  (failures: number, error: Error): number | undefined => {
    // A lost session is not mended by asking again, and a bug must not be repeated.
    if (!(error instanceof ApiFailure) || isSignedOut(error)) return undefined
    const last = { timedOut: error.kind === 'timeout', status: error.detail.status }
    return retryDelayMs(timing, failures, last)
  }
