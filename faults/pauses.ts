/** Checks that a phone sends no work before the time until which the server, or an intermediary, asked it to wait. */
import { LONGEST_RETRY_AFTER_S } from '@veni/domain/api/protocol'
import type { ExpectedState } from './expected-state.ts'
import type { FaultPlan } from './fault-plan.ts'
import { isOfCallAlone } from './faults.ts'
import { isWorkCall, listItems, type Reply, type ServerRequest } from './work-calls.ts'

interface PauseDeps {
  readonly plan: Pick<FaultPlan, 'counts'>
  readonly expected: Pick<ExpectedState, 'violations' | 'restoredAt'>
  /** How often a runner has signed out: the entries of another one know nothing of the pause. */
  readonly signOuts: () => number
}

interface Pause {
  readonly from: number
  readonly until: number
  /** The faults, restores and sign-outs until then, as text. Others since then can have lost the pause. */
  readonly before: string
}

/** A page stores the pause, and others may have begun a call before it is stored. */
const STORED_AFTER_MS = 2_000

export class Pauses {
  readonly #deps: PauseDeps
  /** How many sign-outs there were when a call left. */
  readonly #signOutsAt = new WeakMap<ServerRequest, number>()
  #last: Pause | undefined

  constructor(deps: PauseDeps) {
    this.#deps = deps
  }

  /** @param now ms since 1970 at which a page got the reply */
  note(request: ServerRequest, { status, headers }: Reply, now: number): void {
    if (!isWorkCall(request.path)) return
    // The reply to a runner who has signed out since says nothing of the next one, whose entries know nothing of it.
    if (this.#signOutsAt.get(request) !== this.#deps.signOuts()) return
    // The runner pressed again for a single order, and the server has taken it: so it asks for no pause any longer.
    if (status < 300) this.#last = undefined
    const seconds = Number(headers['retry-after'] ?? 0)
    if ((status !== 429 && status !== 503) || seconds === 0) return
    const until = now + Math.min(seconds, LONGEST_RETRY_AFTER_S) * 1_000
    if (until > (this.#last?.until ?? 0))
      this.#last = { from: now, until, before: this.#disturbances() }
  }

  /** @param now ms since 1970 at which the call leaves the phone */
  check(request: ServerRequest, now: number): void {
    if (!isWorkCall(request.path)) return
    this.#signOutsAt.set(request, this.#deps.signOuts())
    if (!this.#last) return
    const { from, until, before } = this.#last
    if (now < from + STORED_AFTER_MS || now >= until || before !== this.#disturbances()) return
    // The runner waits for the answer to a single order, so it is sent at once.
    if (listItems(request.body).some(({ work }) => work.kind === 'single-order')) return
    const [waited, asked] = [now - from, until - from]
    this.#deps.expected.violations.add(`work was sent after ${waited} of ${asked} ms of a pause`)
  }

  /** A fault at the disk, at the clock or of a page can lose a pause, and so can a restore of the office. */
  #disturbances(): string {
    const { plan, expected, signOuts } = this.#deps
    const faults = [...plan.counts].filter(([name]) => !isOfCallAlone(name))
    return JSON.stringify([faults, expected.restoredAt, signOuts()])
  }
}
