/** A run that may stop in the middle when the database closes. */
export type Run = (hasEnded: () => boolean) => Promise<void>

/**
 * Starts `run` each `everyMs`, and never twice at once.
 * @param onFailure receives why a run failed, except after the end
 * @returns ends this
 */
export function regularly(
  everyMs: number,
  run: Run,
  onFailure: (error: unknown) => void,
): () => void {
  let isRunning = false
  let hasEnded = false

  async function runOnce() {
    if (isRunning) return
    isRunning = true
    try {
      await run(() => hasEnded)
    } catch (error) {
      // The database closes, or it opens again and the next run will do.
      if (!hasEnded) onFailure(error)
    } finally {
      isRunning = false
    }
  }

  const timer = setInterval(() => void runOnce(), everyMs)
  timer.unref()
  return () => {
    hasEnded = true
    clearInterval(timer)
  }
}
