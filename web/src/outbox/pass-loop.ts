import { reportProblem } from '../lib/report.ts'
import { backoffMs } from './backoff.ts'

interface PassLoopDeps {
  /** One pass over the outbox. @returns when the next one is due */
  readonly pass: () => Promise<number>
  readonly now: () => number
  /** Runs something once after so many ms. @returns how to call it off */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Passes never overlap: one that is asked for while another runs follows it. @returns how to ask for one */
export function createPassLoop({ pass, now, after }: PassLoopDeps): () => void {
  let running: Promise<void> | undefined
  let isWanted = false
  let cancelNext = () => {}

  function request() {
    isWanted = true
    running ??= runWanted()
      .catch((error: unknown) => {
        // A bug in one pass must not stop the next: say it and try again later.
        reportProblem('Outbox pass failed', error)
        schedule(now() + backoffMs(1, 0))
      })
      .finally(() => {
        running = undefined
      })
  }

  async function runWanted() {
    while (isWanted) {
      isWanted = false
      schedule(await pass())
    }
  }

  function schedule(at: number) {
    cancelNext()
    cancelNext = after(Math.max(0, at - now()), request)
  }

  return request
}
