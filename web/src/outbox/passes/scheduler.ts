/** When passes run: one after another for as long as something is due, and never two at once. */
import { reportProblem } from '../../lib/report.ts'
import type { Clock, PassResult } from '../deps.ts'
import { backoffMs, nextPassAt } from './retry-policy.ts'

interface SchedulerDeps {
  readonly runPass: () => Promise<PassResult>
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export interface Scheduler {
  /** Asks for a pass; one that is asked for while another runs follows it. */
  readonly requestPass: () => void
  /** The network is back: its earlier failures do not count any longer. */
  readonly resetBackoff: () => void
}

export function createScheduler({ runPass, clock, random }: SchedulerDeps): Scheduler {
  let running: Promise<void> | undefined
  let isRequested = false
  let networkFailures = 0
  let cancelNext = () => {}

  function requestPass() {
    isRequested = true
    running ??= runRequested()
      .catch((error: unknown) => {
        // A bug in one pass must not stop the next.
        reportProblem('Outbox pass failed', error)
        schedule(clock.now() + backoffMs(1, 0))
      })
      .finally(() => {
        running = undefined
      })
  }

  async function runRequested() {
    while (isRequested) {
      isRequested = false
      const { stoppedBy, nextAttemptAt } = await runPass()
      networkFailures = stoppedBy === 'network' ? networkFailures + 1 : 0
      schedule(nextPassAt(nextAttemptAt, networkFailures, clock.now(), random))
    }
  }

  function schedule(at: number) {
    cancelNext()
    cancelNext = clock.after(Math.max(0, at - clock.now()), requestPass)
  }

  function resetBackoff() {
    networkFailures = 0
  }

  return { requestPass, resetBackoff }
}
