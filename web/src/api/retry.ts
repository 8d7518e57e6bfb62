import { retryDelayMs, type CallTiming } from '@veni/domain/timings'
import { ApiFailure, isSignedOut } from './failure.ts'

const NO_WAIT = 0

function delayFor(timing: CallTiming, failuresBefore: number, error: Error): number | undefined {
  // A lost session is not mended by asking again, and a bug must not be repeated.
  if (!(error instanceof ApiFailure) || isSignedOut(error)) return undefined
  const last = { timedOut: error.kind === 'timeout', status: error.detail.status }
  return retryDelayMs(timing, failuresBefore + 1, last)
}

/** The specification's retries (spec §9) in the form the query cache takes. */
export function retryPolicy(timing: CallTiming) {
  return {
    retry: (failuresBefore: number, error: Error) =>
      delayFor(timing, failuresBefore, error) !== undefined,
    retryDelay: (failuresBefore: number, error: Error) =>
      delayFor(timing, failuresBefore, error) ?? NO_WAIT,
  }
}
