const AT_THE_LATEST_MS = 2_000

/**
 * Calls `act` when the page is idle; in a browser without `requestIdleCallback`, in the next task.
 * @returns a function that cancels the call
 */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(act, { timeout: AT_THE_LATEST_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act)
  return () => clearTimeout(timer)
}
