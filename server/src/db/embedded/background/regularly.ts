import { findOutage } from '../../unavailable.ts'

/** A run that may stop in the middle when the database closes. */
export type Run = (hasEnded: () => boolean) => Promise<void>

/**
 * Starts `run` each `everyMs`, and never twice at once.
 * @param onFailure receives why a run failed, except after the end and while the database is opened again, which is logged
 * by itself
 * @returns stops it
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
      if (!hasEnded && findOutage(error) !== 'no database') onFailure(error)
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
