/** The runner's phone: its clock, its locks, who is signed in, and the open pages. */
import type { OutboxDeps, Outcome } from '../web/src/outbox/deps.ts'
import type { Outbox } from '../web/src/outbox/outbox.ts'
import type { VirtualClock } from './clock.ts'
import type { App, LoadedPhone } from './phone-apps.ts'
import type { Random } from './random.ts'
import { PHONES, type Who } from './people.ts'
import { sealing } from './sealing.ts'
import type { Server } from './server.ts'
import { currentTab, inPhone, inTab, kill, type Tab } from './tab.ts'

interface PhoneDeps {
  /** In the trace, and of its actors. */
  readonly name: string
  /** The runner to whom the phone belongs. */
  readonly who: Who
  readonly loaded: LoadedPhone
  readonly clock: VirtualClock
  /** Of each tab, by its name. */
  readonly randomOf: (tab: string) => Random
  readonly server: Server
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly timeout: (ms: number) => AbortSignal
  /** In a browser without Web Locks only leases keep two tabs from sending at once. */
  readonly hasLocks: boolean
  readonly trace: (...parts: unknown[]) => void
}

export class Phone {
  readonly #deps: PhoneDeps
  readonly #locks: Locks
  readonly #calls: ReturnType<typeof createPhoneCalls>
  readonly #tabs: Tab[] = []
  #clockError = 0
  #cookie = ''
  #isSignInAsked = false

  constructor(deps: PhoneDeps) {
    this.#deps = deps
    this.#locks = createLocks(deps.clock)
    this.#calls = createPhoneCalls(deps, this.#locks, () => this.time())
  }

  /** Uses the app as it is on this phone, in none of its tabs. */
  do<TResult>(work: (app: App) => TResult): TResult {
    const { app, parts } = this.#deps.loaded
    return inPhone(parts, () => work(app))
  }

  get app() {
    return this.#deps.loaded.app
  }

  get who() {
    return this.#deps.who
  }

  isOwnSignedIn() {
    return this.app.session.get()?.phone === PHONES[this.who]
  }

  get cookie() {
    return this.#cookie
  }

  get isSignInAsked() {
    return this.#isSignInAsked
  }

  time() {
    return this.#deps.clock.now() + this.#clockError
  }

  setClock(ms: number) {
    this.#clockError += ms
  }

  /** @param time in ms since 1970; undefined for the true one */
  setClockTo(time = this.#deps.clock.now()) {
    this.#clockError = time - this.#deps.clock.now()
  }

  openTab(): Tab {
    const tab: Tab = {
      name: `${this.#deps.name}, tab ${this.#tabs.length + 1}`,
      parts: this.#deps.loaded.parts,
      outbox: {} as Outbox,
      entries: [],
      isAlive: true,
      isShown: false,
      onKilled: new Set(),
    }
    tab.outbox = this.#createOutbox(tab)
    this.#tabs.push(tab)
    this.#deps.trace(tab.name, 'opens')
    this.#wake(tab)
    return tab
  }

  #createOutbox(tab: Tab): Outbox {
    const { clock, randomOf } = this.#deps
    const { session, owner, createOutbox, entryStore } = this.app
    return createOutbox({
      storage: entryStore,
      ...this.#calls,
      session: {
        refresh: () => Promise.resolve(),
        owner: () => (session.get() ? owner() : undefined),
        current: session.get,
        onSignedOut: () => void (this.#isSignInAsked = true),
      },
      sender: tab.name,
      lock: (pass) =>
        this.#deps.hasLocks ? this.#locks.request('veni-outbox', () => pass(true)) : pass(false),
      clock: {
        now: () => this.time(),
        after: (ms, run) => clock.after(ms, () => tab.isAlive && inTab(tab, run)),
      },
      random: randomOf(tab.name),
      onEntries: (entries) => void Object.assign(tab, { entries, isShown: true }),
      publish: (outcome) => this.#publishToOthers(tab, outcome),
      onWorkLeft: () => {},
    })
  }

  /** A message to the other pages arrives as an event of its own. */
  #publishToOthers(from: Tab, outcome: Outcome | undefined) {
    if (!from.isAlive) return
    const receive = (tab: Tab) =>
      tab.isAlive && this.#run(tab, 'receive', () => tab.outbox.receive(outcome))
    for (const tab of this.#openTabs())
      if (tab !== from) this.#deps.clock.after(1, () => receive(tab))
  }

  /** As `startOutbox` does when the network, the screen or the runner is back. */
  #wake(tab: Tab) {
    this.#run(tab, 'wake', () => tab.outbox.wake())
  }

  wakeAll() {
    for (const tab of this.#openTabs()) this.#wake(tab)
  }

  #run(tab: Tab, what: string, work: () => Promise<unknown>) {
    void inTab(tab, work).catch((error: unknown) =>
      this.#deps.trace(tab.name, what, 'failed', String(error)),
    )
  }

  #openTabs() {
    return this.#tabs.filter((tab) => tab.isAlive)
  }

  /** One of the open pages, or a new one. */
  tabInUse(random: Random): Tab {
    const open = this.#openTabs()
    return open[Math.floor(random() * open.length)] ?? this.openTab()
  }

  turnOff() {
    this.#openTabs().forEach(kill)
  }

  async signIn(who: Who) {
    const { server, trace, name } = this.#deps
    const signedIn = await server.signIn(who)
    this.#cookie = signedIn.cookie
    this.#isSignInAsked = false
    trace(name, 'signed in', who)
    this.do((app) => app.startSession(PHONES[who], { id: signedIn.runnerId, name: who }))
    this.wakeAll()
  }

  signOut() {
    this.do((app) => app.endSession())
  }
}

function createPhoneCalls(
  { fetch, timeout, hasLocks, loaded: { app } }: PhoneDeps,
  locks: Locks,
  now: () => number,
): Pick<OutboxDeps, 'transport' | 'reconciliation'> {
  const client = app.createClient({
    fetch: app.guardFetch((url: string, init: RequestInit = {}) => fetch(url, init)),
    timeout,
  })
  const { callApi } = client
  const { storePhoto, ...sent } = app.createSentStore(sealing)
  const photos = app.createPhotoTransport({
    ...client,
    lockPhoto: (id, upload) => (hasLocks ? locks.request(`veni-photo:${id}`, upload) : upload()),
    storeSentPhoto: storePhoto,
  })
  const entries = {
    listHeads: app.listHeads,
    changeEntry: app.changeEntry,
    rebuildEntry: app.rebuildEntry,
  }
  return {
    transport: app.createTransport({ callApi, photos, ...sent }),
    reconciliation: {
      ...sent,
      reconcile: (owner, requireOwner) =>
        app.reconcile(owner, {
          callApi,
          requireOwner,
          entries,
          sealing,
          alone,
          clock: { now },
        }),
    },
  }
}

/** Before the first use of the phone. */
export const clearPhone = ({ app, parts }: LoadedPhone): Promise<void> =>
  inPhone(parts, async () => {
    app.endSession()
    localStorage.clear()
    for (const name of ['outbox', 'photos', 'deals', 'snapshots', 'visits'] as const)
      await app.storage[name].deleteFrom('')
    for (const name of ['phones', 'unconfirmed', 'confirmed', 'entries', 'photos'] as const)
      await app.sentStorage[name].deleteFrom('')
  })

/** No sign-out of the simulation seals rows. */
const alone = <TResult>(work: () => Promise<TResult>) => work()

type Locks = ReturnType<typeof createLocks>

/** The browser's locks: granted in the order of the requests, and released by a page that dies. */
function createLocks(clock: VirtualClock) {
  const queues = new Map<string, Promise<unknown>>()
  function request<TResult>(name: string, work: () => Promise<TResult>): Promise<TResult> {
    const tab = currentTab()
    if (!tab?.isAlive) return new Promise(() => {})
    const isGone = new Promise<void>((resolve) => tab.onKilled.add(resolve))
    const granted = (queues.get(name) ?? Promise.resolve()).then(() => inMoment(clock, tab))
    const result = granted.then(() => inTab(tab, work))
    queues.set(name, Promise.race([result.catch(() => {}), isGone]))
    return result
  }
  return { request }
}

/** A lock is granted as an event of its own, and never to a page that is closed. */
const inMoment = (clock: VirtualClock, tab: Tab) =>
  new Promise<void>((resolve) => clock.after(0, () => tab.isAlive && resolve()))
