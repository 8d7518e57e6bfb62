/** The runner's phone: its clock, its locks, who is signed in, and the open pages. */
import type { Outbox } from '../web/src/outbox/outbox.ts'
import type { PhoneCaches } from './cache-storage.ts'
import { clearPhone } from './clear-phone.ts'
import type { VirtualClock } from './clock.ts'
import type { FaultPlan } from './fault-plan.ts'
import { whileBusy } from './idle.ts'
import { createLocks } from './locks.ts'
import type { Who } from './people.ts'
import type { App, LoadedPhone } from './phone-apps.ts'
import { createOutboxes } from './phone-outbox.ts'
import type { Random } from './random.ts'
import { SignIns } from './sign-ins.ts'
import { currentTab, inPhone, inTab, kill, resume, type Tab, thaw } from './tab.ts'
import { Worker } from './worker.ts'

interface PhoneDeps {
  /** In the trace, and of its actors. */
  readonly name: string
  /** The runner to whom the phone belongs. */
  readonly who: Who
  readonly loaded: LoadedPhone
  readonly clock: VirtualClock
  /** Of each actor, by its name. */
  readonly randomOf: (actor: string) => Random
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** In a browser without Web Locks only leases keep two tabs from sending at once. */
  readonly hasLocks: boolean
  readonly caches: PhoneCaches | undefined
  readonly plan: FaultPlan
  readonly onHalfOpened: (who: Who) => Promise<void>
  readonly trace: (...parts: unknown[]) => void
}

export class Phone {
  readonly signIns: SignIns
  readonly worker: Worker
  readonly #deps: PhoneDeps
  readonly #createOutbox: (tab: Tab) => Outbox
  readonly #tabs: Tab[] = []
  readonly #stopFollowing: () => void
  /** The clock of the phone minus the true one, in ms, each time that it was set. */
  readonly clockErrors = [0]
  #losses = 0

  constructor(deps: PhoneDeps) {
    this.#deps = deps
    const { app, parts } = deps.loaded
    const fetch = app.guardFetch((url: string, init: RequestInit = {}) => deps.fetch(url, init))
    const locks = deps.hasLocks ? createLocks(deps.clock) : undefined
    const now = () => this.time()
    const { clock, caches } = deps
    parts.provided = { fetch, locks, now, channels: new Set(), clock, caches }
    deps.loaded.worker.parts.provided = { ...parts.provided, fetch: deps.fetch }
    const random = deps.randomOf(`sign-ins of ${deps.name}`)
    const tabInUse = (ofWhom: Random) => this.tabInUse(ofWhom)
    const faults = deps.randomOf(`sign-outs of ${deps.name}`)
    this.signIns = new SignIns({ ...deps, app, random, faults, tabInUse })
    this.#createOutbox = createOutboxes({
      ...deps,
      app,
      fetch,
      locks,
      now,
      onSignedOut: this.signIns.ask,
    })
    this.worker = new Worker({
      ...deps,
      loaded: deps.loaded.worker,
      listPages: () => this.#openTabs(),
      onMessage: (page) => this.#wake(page),
    })
    this.#stopFollowing = this.do(() => app.session.subscribe(() => this.#followSession()))
  }

  /** Uses the app as it is on this phone, in none of its tabs. */
  do<TResult>(work: (app: App) => TResult): TResult {
    const { app, parts } = this.#deps.loaded
    return inPhone(parts, () => work(app))
  }

  get app() {
    return this.#deps.loaded.app
  }

  get workerApp() {
    return this.#deps.loaded.worker.app
  }

  /** Takes back what this run has given the phone. */
  takeParts() {
    const { parts, worker } = this.#deps.loaded
    parts.provided = undefined
    worker.parts.provided = undefined
  }

  get parts() {
    return this.#deps.loaded.parts
  }

  get who() {
    return this.#deps.who
  }

  isSignedIn(who: Who) {
    return this.signIns.isSignedIn(who)
  }

  time() {
    return this.#deps.clock.now() + (this.clockErrors.at(-1) ?? 0)
  }

  setClock(ms: number) {
    this.setClockTo(this.time() + ms)
  }

  /** @param time in ms since 1970; undefined for the true one */
  setClockTo(time = this.#deps.clock.now()) {
    this.clockErrors.push(time - this.#deps.clock.now())
  }

  openTab(): Tab {
    const tab: Tab = {
      name: `${this.#deps.name}, tab ${this.#tabs.length + 1}`,
      parts: this.#deps.loaded.parts,
      outbox: {} as Outbox,
      entries: [],
      isAlive: true,
      isShown: false,
      isVisible: true,
      isFrozen: false,
      held: [],
      onKilled: new Set(),
    }
    tab.outbox = inTab(tab, () => this.#createOutbox(tab))
    this.#tabs.push(tab)
    this.#deps.trace(tab.name, 'opens')
    const { app } = this
    if (this.#deps.caches) this.#restore(tab)
    this.#run(tab, 'settings', () => app.storeSenderSettings())
    this.#wake(tab)
    this.#finishSignOuts(tab)
    this.#run(tab, 'sign-out', () => app.sendQueuedSignOut())
    return tab
  }

  /** As a page does at its start. It shows the open visits first. */
  #restore(tab: Tab) {
    const { app } = this
    inTab(tab, () => app.wakeAfterRestore())
    this.#run(tab, 'visits', () => app.storage.whenRestored('visits'))
  }

  /** As a page does when a runner has signed in or out. */
  #followSession() {
    this.wakeAll()
    const tab = currentTab()
    if (!tab) return void this.app.storeSenderSettings()
    this.#run(tab, 'settings', () => this.app.storeSenderSettings())
    if (this.app.session.get() !== undefined) this.#finishSignOuts(tab)
  }

  #finishSignOuts(tab: Tab) {
    const isUnfinished = inTab(tab, () => this.app.readLeaving().length > 0)
    if (isUnfinished) this.#run(tab, 'clear', () => this.app.clearLeaving())
  }

  /** As `startOutbox` does when the network, the screen or the runner is back. */
  #wake(tab: Tab) {
    this.#run(tab, 'wake', () => tab.outbox.wake())
  }

  wakeAll() {
    for (const tab of this.#openTabs()) this.#wake(tab)
  }

  #run(tab: Tab, what: string, work: () => Promise<unknown>) {
    const { trace } = this.#deps
    resume(tab, () =>
      work().catch((error: unknown) => trace(tab.name, what, 'failed', String(error))),
    )
  }

  #openTabs() {
    return this.#tabs.filter((tab) => tab.isAlive)
  }

  /** One of the open pages, or a new one. It becomes visible. */
  tabInUse(random: Random): Tab {
    const open = this.#openTabs()
    const tab = open[Math.floor(random() * open.length)]
    if (tab) this.#show(tab)
    return tab ?? this.openTab()
  }

  #show(tab: Tab) {
    if (tab.isVisible) return
    tab.isVisible = true
    thaw(tab)
    this.#wake(tab)
  }

  /** The runner uses another app. @param isFrozen whether the browser stops the pages */
  hide({ isFrozen }: { readonly isFrozen: boolean }) {
    for (const tab of this.#openTabs()) Object.assign(tab, { isVisible: false, isFrozen })
  }

  show() {
    for (const tab of this.#openTabs()) this.#show(tab)
  }

  closePages() {
    this.#openTabs().forEach(kill)
  }

  /** Undefined on plain http. */
  get caches() {
    return this.#deps.caches
  }

  /** Whether a runner has signed out whose rows are not sealed yet. */
  get isLeaving() {
    return this.do((app) => app.readLeaving().length > 0)
  }

  /** How often the browser has lost something that it had stored for the app. */
  get losses() {
    return this.#losses
  }

  noteLoss() {
    this.#losses += 1
  }

  /** The browser closes the app and deletes all that it has stored for it. */
  async evict(): Promise<void> {
    this.noteLoss()
    this.closePages()
    this.worker.turnOff()
    await whileBusy(clearPhone(this.#deps.loaded))
  }

  turnOff() {
    this.closePages()
    this.worker.turnOff()
    this.#stopFollowing()
  }
}
