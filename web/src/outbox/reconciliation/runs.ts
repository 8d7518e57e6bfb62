/** When the phone compares what it has sent with what the server has. */
import { isOurServer } from '../../api/client.ts'
import { ApiFailure, isNotOffered, isSignedOut } from '../../api/failure.ts'
import { StillLocked } from '../../storage/sealed/alone.ts'
import {
  OtherRunner,
  type Clock,
  type OutboxDeps,
  type Reconciliation,
  type RequireOwner,
} from '../deps.ts'

const REGULARLY_MS = 15 * 60_000
/** After a failure, while the page is open. */
const AGAIN_AFTER_MS = 60_000

interface RunDeps extends Pick<Reconciliation, 'reconcile'> {
  readonly clock: Clock
  readonly session: Pick<OutboxDeps['session'], 'current' | 'onSignedOut'>
  /** Called when the next run is due: some time after a failed one, and after one during which another was asked for. */
  readonly onAgain: () => void
}

interface Signed {
  readonly owner: string
  /** Changes with each sign-in: a restored database has no session. */
  readonly signIn: unknown
}

/** Whether a run is due: at the start, after each sign-in, after each entry that was received, and every 15 minutes. */
function createDue(clock: Clock) {
  let isNoted = true
  let last: Signed & { readonly at: number } = { owner: '', signIn: undefined, at: 0 }
  return {
    note: () => void (isNoted = true),
    noteBegun: () => void (isNoted = false),
    noteDone: (signed: Signed) => void (last = { ...signed, at: clock.now() }),
    isFor: ({ owner, signIn }: Signed) =>
      isNoted ||
      last.owner !== owner ||
      last.signIn !== signIn ||
      Math.abs(clock.now() - last.at) >= REGULARLY_MS,
  }
}

/** One run at a time. One that was asked for during another follows it. */
export function createReconciliationRuns({ reconcile, clock, session, onAgain }: RunDeps) {
  const due = createDue(clock)
  let isRunning = false
  /** For whom a run was asked for last while another one ran. */
  let asked: Signed | undefined

  function noteFailure(error: unknown, signed: Signed): void {
    // The next runner's own run follows.
    if (error instanceof OtherRunner) return
    if (!(error instanceof ApiFailure || error instanceof StillLocked)) throw error
    // A plain portal does not offer the call. Instead of our server an intermediary has answered.
    if (isNotOffered(error) && !isOurServer()) return due.noteDone(signed)
    due.note()
    // What waits for the comparison is sent by no pass, so no pass asks for the code.
    if (isSignedOut(error) && session.current() === signed.signIn) session.onSignedOut()
    clock.after(AGAIN_AFTER_MS, onAgain)
  }

  async function run(signed: Signed, requireOwner: RequireOwner): Promise<boolean> {
    due.noteBegun()
    try {
      const hasMore = await reconcile(signed.owner, requireOwner)
      due.noteDone(signed)
      return hasMore
    } catch (error) {
      // The same run would fail again. One after another sign-in may succeed.
      if (asked?.signIn === signed.signIn) asked = undefined
      noteFailure(error, signed)
      return false
    }
  }

  /** @returns whether there is something to send now */
  async function runIfDue(signed: Signed, requireOwner: RequireOwner): Promise<boolean> {
    if (isRunning) asked = signed
    if (isRunning || !due.isFor(signed)) return false
    isRunning = true
    try {
      return await run(signed, requireOwner)
    } finally {
      isRunning = false
      if (asked && due.isFor(asked)) onAgain()
      asked = undefined
    }
  }

  return { noteDue: due.note, runIfDue }
}
