/** When the phone compares what it has sent with what the server has. */
import { ApiFailure, isNotOffered } from '../../api/failure.ts'
import { StillLocked } from '../../storage/sealed/alone.ts'
import { OtherRunner, type Clock, type Reconciliation, type RequireOwner } from '../deps.ts'

const REGULARLY_MS = 15 * 60_000
/** After a failure, while the page is open. */
const AGAIN_AFTER_MS = 60_000

interface RunDeps extends Pick<Reconciliation, 'reconcile'> {
  readonly clock: Clock
  /** Called some time after a failed run. */
  readonly onAgain: () => void
}

interface Signed {
  readonly owner: string
  /** Changes with each sign-in: a restored database has no session. */
  readonly signIn: unknown
}

interface Last extends Signed {
  /** ms since 1970. */
  readonly at: number
}

/** One run at a time: at the start, after each sign-in, after each entry that was received, and every 15 minutes of sending. */
export function createReconciliationRuns({ reconcile, clock, onAgain }: RunDeps) {
  let isDue = true
  let isRunning = false
  let last: Last = { owner: '', signIn: undefined, at: 0 }

  const mayRun = ({ owner, signIn }: Signed) =>
    isDue ||
    last.owner !== owner ||
    last.signIn !== signIn ||
    Math.abs(clock.now() - last.at) >= REGULARLY_MS

  function noteFailure(error: unknown, signed: Signed): void {
    // The next runner's own run follows.
    if (error instanceof OtherRunner) return
    if (!(error instanceof ApiFailure || error instanceof StillLocked)) throw error
    // An older server of ours does not offer the call.
    if (isNotOffered(error)) last = { ...signed, at: clock.now() }
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
    async runIfDue(signed: Signed, requireOwner: RequireOwner): Promise<boolean> {
      if (isRunning || !mayRun(signed)) return false
      isRunning = true
      isDue = false
      try {
        const hasMore = await reconcile(signed.owner, requireOwner)
        last = { ...signed, at: clock.now() }
        return hasMore
      } catch (error) {
        noteFailure(error, signed)
        return false
      } finally {
        isRunning = false
      }
    },
  }
}
