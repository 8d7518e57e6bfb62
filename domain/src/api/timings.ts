/** Time limits and retries of the older calls, in ms. */

export interface CallTiming {
  readonly timeoutMs: number
  /** Whether the timeout limits each attempt, or all attempts together with the waits between them. */
  readonly timeoutCovers: 'each-attempt' | 'all-attempts'
  /**
   * The wait before each further attempt of a read, in order. When the list is empty, the first failure is final. The
   * retry policy of the outbox repeats the writes.
   */
  readonly retryDelaysMs: readonly number[]
  /** The wait after a reply with status 500, when it is different. */
  readonly retryDelayAfter500Ms?: number
}

/** How one attempt failed; `status` is undefined when there was no reply. */
export interface FailedAttempt {
  readonly timedOut: boolean
  readonly status: number | undefined
}

const once = (timeoutMs: number): CallTiming => ({
  timeoutMs,
  timeoutCovers: 'each-attempt',
  retryDelaysMs: [],
})

/** The keys are the names of the contract's endpoints, and `customer` for GET /api/customers?id=…. */
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
  // No requirement has a limit for products. Without a limit, a dead connection would hide them for ever.
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
 * @param failures the number of failed attempts, at least 1
 * @param last the last failed attempt
 * @returns the wait before the next attempt; undefined when there is no next attempt, as after a timeout
 */
export function findRetryDelayMs(
  timing: CallTiming,
  failures: number,
  last: FailedAttempt,
): number | undefined {
  const delay = timing.retryDelaysMs[failures - 1]
  if (delay === undefined || last.timedOut) return undefined
  return last.status === 500 ? (timing.retryDelayAfter500Ms ?? delay) : delay
}

/** The time between two refreshes of the list in /deliveries. */
export const CUSTOMERS_REFRESH_MS = 60_000
