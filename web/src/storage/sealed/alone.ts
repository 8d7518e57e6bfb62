const LOCK_LIMIT_MS = 60_000

/** Another tab has sealed or opened rows for a minute, or is frozen while it does. */
export class StillLocked extends Error {}

/** One tab at a time seals rows, opens them, or puts back what the server has lost. Throws `StillLocked` after a minute. */
export const alone = async <T>(work: () => Promise<T>): Promise<T> => {
  if (!navigator.locks) return work()
  const signal = AbortSignal.timeout(LOCK_LIMIT_MS)
  try {
    return await navigator.locks.request('veni-clear', { signal }, work)
  } catch (error) {
    throw error === signal.reason ? new StillLocked() : error
  }
}
