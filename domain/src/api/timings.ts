/** How long the older calls may take, when they are tried again, and what recurs. All in ms. */

export interface CallTiming {
  readonly timeoutMs: number
  /** What the timeout limits: each attempt by itself, or all of them with their waits. */
  readonly timeoutCovers: 'each-attempt' | 'all-attempts'
  /** Wait before each further attempt, in order; none means the first failure is final. */
  readonly retryDelaysMs: readonly number[]
  /** Wait after a 500 instead, where it differs. */
  readonly retryDelayAfter500Ms?: number
}

/** How one attempt failed; `status` is undefined when there was no answer at all. */
export interface FailedAttempt {
  readonly timedOut: boolean
  readonly status: number | undefined
}

const once = (timeoutMs: number): CallTiming => ({
  timeoutMs,
  timeoutCovers: 'each-attempt',
  retryDelaysMs: [],
})

/** By the names of the contract's endpoints; `customer` is GET /api/customers?id=…. */
export const callTimings = {
  ping: once(5_000),
  customers: {
    timeoutMs: 15_000,
    timeoutCovers: 'each-attempt',
    retryDelaysMs: [3_000, 3_000, 3_000],
    retryDelayAfter500Ms: 5_000,
  },
  customer: {
    timeoutMs: 15_000,
    timeoutCovers: 'each-attempt',
    retryDelaysMs: [3_000, 3_000, 3_000],
  },
  updateCustomer: once(10_000),
  // The specification gives the catalogue no limit; without one a dead connection would hide it for ever.
  products: once(15_000),
  createOrder: once(15_000),
  updateOrder: once(10_000),
  hairPricing: {
    timeoutMs: 10_000,
    timeoutCovers: 'all-attempts',
    retryDelaysMs: [200, 400],
  },
} as const satisfies Record<string, CallTiming>

/**
 * @param failures attempts that have failed so far, at least 1
 * @param last the newest of them
 * @returns the wait before the next attempt, or undefined when there is none: after a timeout nobody waits again
 */
export function retryDelayMs(
  timing: CallTiming,
  failures: number,
  last: FailedAttempt,
): number | undefined {
  const delay = timing.retryDelaysMs[failures - 1]
  if (delay === undefined || last.timedOut) return undefined
  return last.status === 500 ? (timing.retryDelayAfter500Ms ?? delay) : delay
}

/** /deliveries fetches its list again this often. */
export const CUSTOMERS_REFRESH_MS = 60_000
