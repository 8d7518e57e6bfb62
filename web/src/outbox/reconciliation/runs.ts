/** When the phone compares what it has sent with what the server has. */
import { ApiFailure, isNotOffered } from '../../api/failure.ts'
import { OtherRunner, type Clock, type Reconciliation, type RequireOwner } from '../deps.ts'

const REGULARLY_MS = 15 * 60_000
/** After a failure, while the page is open. */
const AGAIN_AFTER_MS = 60_000

interface RunDeps extends Pick<Reconciliation, 'reconcile'> {
  readonly clock: Clock
  /** Called some time after a failed run. */
  readonly onAgain: () => void
}

/** One run at a time: at the start and for each other runner, after each entry that was received, and every 15 minutes of sending. */
export function createReconciliationRuns({ reconcile, clock, onAgain }: RunDeps) {
  let isDue = true
  let isRunning = false
  let last = { owner: '', at: 0 }

  const mayRun = (owner: string) =>
    isDue || last.owner !== owner || Math.abs(clock.now() - last.at) >= REGULARLY_MS

  function noteFailure(error: unknown, owner: string): void {
    // The next runner's own run follows.
    if (error instanceof OtherRunner) return
    if (!(error instanceof ApiFailure)) throw error
    // An older server of ours does not offer the call.
    if (isNotOffered(error)) last = { owner, at: clock.now() }
    else {
      isDue = true
      clock.after(AGAIN_AFTER_MS, onAgain)
    }
  }

  return {
    noteDue(): void {
      isDue = true
    },
    /** @returns whether there is something to send now */
    async runIfDue(owner: string, requireOwner: RequireOwner): Promise<boolean> {
      if (isRunning || !mayRun(owner)) return false
      isRunning = true
      isDue = false
      try {
        const hasMore = await reconcile(owner, requireOwner)
        last = { owner, at: clock.now() }
        return hasMore
      } catch (error) {
        noteFailure(error, owner)
        return false
      } finally {
        isRunning = false
      }
    },
  }
}
