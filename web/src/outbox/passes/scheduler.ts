/** Decides when passes run. Never two run at once. */
import { reportProblem } from '../../lib/report.ts'
import type { Clock, PassResult } from '../deps.ts'
import { computeBackoffMs, findNextPassTime } from './retry-policy.ts'

interface SchedulerDeps {
  /** @param isInterrupted whether the pass is to end, because an urgent one waits */
  readonly runPass: (isInterrupted: () => boolean) => Promise<PassResult>
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export interface Scheduler {
  /** Requests a pass. During a pass it requests the next one; an urgent one does not wait for the end of all work. */
  readonly requestPass: (isUrgent?: boolean) => void
  /** The network is back, so the next wait is short again. */
  readonly resetBackoff: () => void
  /** The server has answered a screen. If the last pass had no network, the next one starts now. */
  readonly noteAnswer: () => void
}

export function createScheduler({ runPass, clock, random }: SchedulerDeps): Scheduler {
  let isRunning = false
  let isRequested = false
  let isUrgentRequested = false
  /** When the first of the passes without a network ended, in ms since 1970. Undefined after a pass with one. */
  let networkMissingSince: number | undefined
  const schedule = createTimer(clock, () => requestPass())

  function requestPass(isUrgent = false) {
    isRequested = true
    isUrgentRequested ||= isUrgent
    if (!isRunning) void run()
  }

  async function run() {
    isRunning = true
    try {
      while (isRequested) await runPassOnce()
    } catch (error) {
      // A bug in one pass must not stop the next.
      reportProblem('Outbox pass failed', error)
      schedule(clock.now() + computeBackoffMs(1, 0))
    } finally {
      // Nothing is awaited between the last look at the requests and this, so that no request is lost.
      isRunning = false
    }
  }

  async function runPassOnce() {
    isRequested = false
    isUrgentRequested = false
    const { stoppedBy, nextAttemptAt, isAnswered } = await runPass(() => isUrgentRequested)
    const now = clock.now()
    if (stoppedBy !== 'network' || isAnswered) networkMissingSince = undefined
    // The clock may have been set back.
    if (stoppedBy === 'network') networkMissingSince = Math.min(networkMissingSince ?? now, now)
    schedule(findNextPassTime(nextAttemptAt, networkMissingSince, now, random))
  }

  function resetBackoff() {
    networkMissingSince = undefined
  }

  function noteAnswer() {
    // When this pass has no network either, the next wait is no shorter.
    if (networkMissingSince !== undefined) requestPass()
  }

  return { requestPass, resetBackoff, noteAnswer }
}

/** @returns starts `act` at a time in ms since 1970, in place of an earlier start that is still to come */
function createTimer(clock: Clock, act: () => void): (at: number) => void {
  let cancel = () => {}
  return (at) => {
    cancel()
    cancel = clock.after(Math.max(0, at - clock.now()), act)
  }
}
