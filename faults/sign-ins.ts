/** Who is signed in on a phone. Runners sign out and in with the code of the app, and again when a page dies meanwhile. */
import type { VirtualClock } from './clock.ts'
import type { FaultPlan } from './fault-plan.ts'
import { FULL_AT_SIGN_OUT, SENDING_AT_SIGN_OUT } from './faults.ts'
import { PHONES, type Who } from './people.ts'
import type { App } from './phone-apps.ts'
import { between, type Random } from './random.ts'
import { inTab, resume, type Tab } from './tab.ts'

interface SignInDeps {
  readonly app: App
  readonly clock: VirtualClock
  readonly random: Random
  readonly plan: FaultPlan
  /** Decides about the faults of a sign-out, so that the runner does the same without them. */
  readonly faults: Random
  /** To whom the phone belongs. */
  readonly who: Who
  /** One of the open pages, or a new one. */
  readonly tabInUse: (random: Random) => Tab
  /** Of a runner whose sealed work the phone may not have opened, because its disk was full. */
  readonly onHalfOpened: (who: Who) => Promise<void>
  readonly trace: (...parts: unknown[]) => void
}

const CODE = '123456'
/** Of the sign-outs. */
const FULL_SHARE = 1 / 4
const SENDING_SHARE = 1 / 2
/** In which a page reads its entries and takes those that it sends next. */
const MOST_SENDING_MS = 8

export class SignIns {
  readonly #deps: SignInDeps
  #wanted: Who
  #isRunning = false
  #isAsked = false
  #signOuts = 0

  constructor(deps: SignInDeps) {
    this.#deps = deps
    this.#wanted = deps.who
  }

  /** Whether the server has ended the session. */
  get isAsked() {
    return this.#isAsked
  }

  readonly ask = () => void (this.#isAsked = true)

  /** How many there were: each closes the open visits. */
  get signOuts() {
    return this.#signOuts
  }

  /** Whether the server knows the session of this runner. */
  isSignedIn(who: Who): boolean {
    const session = this.#deps.app.session.get()
    return session?.phone === PHONES[who] && session.mode === 'server'
  }

  /** Takes a while, in virtual time. @param who default: who has wanted it last */
  want(who = this.#wanted): void {
    this.#wanted = who
    if (!this.#isRunning) void this.#run()
  }

  async #run() {
    this.#isRunning = true
    do await this.#signIn(this.#wanted)
    while (this.#isAsked || !this.isSignedIn(this.#wanted))
    this.#isRunning = false
  }

  async #signIn(who: Who) {
    const { app, clock, random, tabInUse } = this.#deps
    const hasOther = () => (app.session.get()?.phone ?? PHONES[who]) !== PHONES[who]
    if (hasOther()) await this.#beginFaults()
    if (hasOther()) inTab(tabInUse(random), () => this.#signOut())
    // The runner types the number and the code.
    await new Promise<void>((resolve) => void clock.after(between(random, 1_000, 4_000), resolve))
    const tab = tabInUse(random)
    const isDead = new Promise<void>((resolve) => tab.onKilled.add(resolve))
    await Promise.race([inTab(tab, () => this.startSession(who, tab)), isDead])
  }

  /** The disk can be full for some seconds around a sign-out, and the page can have begun to send just before. */
  async #beginFaults() {
    const { plan, faults, clock, tabInUse } = this.#deps
    if (plan.isOver()) return
    if (faults() < FULL_SHARE) {
      plan.count(FULL_AT_SIGN_OUT)
      clock.after(between(faults, 0, 2_000), () => plan.setFull(!plan.isOver()))
      clock.after(between(faults, 2_000, 8_000), () => plan.setFull(false))
    }
    if (faults() < SENDING_SHARE) {
      plan.count(SENDING_AT_SIGN_OUT)
      const tab = tabInUse(faults)
      resume(tab, () => void tab.outbox.wake())
      const ms = between(faults, 0, MOST_SENDING_MS)
      await new Promise<void>((end) => void clock.after(ms, end))
    }
  }

  /** Does not wait for the sealing, nor for the network. */
  #signOut() {
    const { app, trace } = this.#deps
    this.#signOuts += 1
    app.queueSignOut()
    app.endSession()
    Promise.all([app.clearLeaving(), app.sendQueuedSignOut()]).catch((error: unknown) =>
      trace('phone', 'fails', 'sign-out', String(error)),
    )
  }

  /** @param tab undefined before the shift */
  async startSession(who: Who, tab?: Tab) {
    const { app, plan, trace } = this.#deps
    const phone = PHONES[who]
    const fullBefore = plan.counts.get('disk full')
    if (app.session.get()?.phone !== phone) app.storePhone(phone)
    const runner = await app.signIn(phone, CODE)
    // Without a network the runner tries again, because the phone has had one before.
    if (!runner || runner === 'replaced' || tab?.isAlive === false) return
    this.#isAsked = false
    trace(tab?.name ?? 'phone', 'signed in', who)
    if (plan.counts.get('disk full') !== fullBefore) await this.#deps.onHalfOpened(who)
    app.startSession(phone, runner)
  }
}
