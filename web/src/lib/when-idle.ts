const AT_THE_LATEST_MS = 2_000

/**
 * Does it once the page has nothing else to do, or soon where the browser does not tell.
 * @returns how to call it off
 */
export function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(act, { timeout: AT_THE_LATEST_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act)
  return () => clearTimeout(timer)
}
