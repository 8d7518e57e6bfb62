const LOCK_LIMIT_MS = 60_000

/** One tab at a time seals rows, opens them, or puts back what the server has lost. Throws when it waits for a minute. */
export const alone = <T>(work: () => Promise<T>): Promise<T> => {
  if (!navigator.locks) return work()
  const signal = AbortSignal.timeout(LOCK_LIMIT_MS)
  return navigator.locks.request('veni-clear', { signal }, work)
}
