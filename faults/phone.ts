/** The runner's phone: its clock, its locks, who is signed in, and the open pages. */
import { endSession, owner, session, startSession } from '../web/src/state/session.ts'
import { createClient } from '../web/src/api/client.ts'
import { guardFetch } from '../web/src/api/network.ts'
import type { Outcome, PassLock } from '../web/src/outbox/deps.ts'
import { createOutbox, type Outbox } from '../web/src/outbox/outbox.ts'
import { entryStore } from '../web/src/outbox/phone-deps.ts'
import { createPhotoTransport } from '../web/src/outbox/transport/photo-transport.ts'
import { createTransport } from '../web/src/outbox/transport/transport.ts'
import { storage } from '../web/src/storage/phone-storage.ts'
import type { VirtualClock } from './clock.ts'
import type { Random } from './random.ts'
import { PHONES, type Server, type Who } from './server.ts'
import { currentTab, inTab, kill, type Tab } from './tab.ts'

interface PhoneDeps {
  readonly clock: VirtualClock
  readonly random: Random
  readonly server: Server
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly timeout: (ms: number) => AbortSignal
  /** In a browser without Web Locks only leases keep two tabs from sending at once. */
  readonly hasLocks: boolean
  readonly trace: (...parts: unknown[]) => void
}

export type Phone = ReturnType<typeof createPhone>

export function createPhone(deps: PhoneDeps) {
  const { clock, random, server, hasLocks, trace } = deps
  const tabs: Tab[] = []
  const locks = createLocks(clock)
  let clockError = 0
  let cookie = ''
  let isSignInAsked = false
  const time = () => clock.now() + clockError
  const transport = createPhoneTransport(deps, locks)
  const lockPass: PassLock = (pass) =>
    hasLocks ? locks.request('veni-outbox', () => pass(true)) : pass(false)

  function openTab(): Tab {
    const tab: Tab = {
      name: `tab ${tabs.length + 1}`,
      outbox: {} as Outbox,
      entries: [],
      isAlive: true,
      isShown: false,
      onKilled: new Set(),
    }
    tab.outbox = createOutbox({
      storage: entryStore,
      transport,
      session: {
        refresh: () => Promise.resolve(),
        owner: () => (session.get() ? owner() : undefined),
        current: session.get,
        onSignedOut: () => void (isSignInAsked = true),
      },
      sender: tab.name,
      lock: lockPass,
      clock: {
        now: time,
        after: (ms, run) => clock.after(ms, () => tab.isAlive && inTab(tab, run)),
      },
      random: random,
      onEntries: (entries) => void Object.assign(tab, { entries, isShown: true }),
      publish: (outcome) => publishToOthers(tab, outcome),
      onWorkLeft: () => {},
    })
    tabs.push(tab)
    trace(tab.name, 'opens')
    wake(tab)
    return tab
  }

  /** A message to the other pages arrives as an event of its own. */
  function publishToOthers(from: Tab, outcome: Outcome | undefined) {
    if (!from.isAlive) return
    for (const tab of open())
      if (tab !== from)
        clock.after(1, () => tab.isAlive && run(tab, 'receive', () => tab.outbox.receive(outcome)))
  }

  /** As `startOutbox` does when the network, the screen or the runner is back. */
  const wake = (tab: Tab) => run(tab, 'wake', () => tab.outbox.wake())

  function run(tab: Tab, what: string, work: () => Promise<unknown>) {
    void inTab(tab, work).catch((error: unknown) => trace(tab.name, what, 'failed', String(error)))
  }

  const open = () => tabs.filter((tab) => tab.isAlive)
  const wakeAll = () => open().forEach(wake)

  async function signIn(who: Who) {
    const signedIn = await server.signIn(who)
    cookie = signedIn.cookie
    isSignInAsked = false
    trace('phone', 'signed in', who)
    startSession(PHONES[who], { id: signedIn.runnerId, name: who })
    wakeAll()
  }

  return {
    time,
    openTab,
    wakeAll,
    signIn,
    signOut: endSession,
    cookie: () => cookie,
    isSignInAsked: () => isSignInAsked,
    open,
    /** One of the open pages, or a new one. */
    tabInUse: () => open()[Math.floor(random() * open().length)] ?? openTab(),
    turnOff: () => open().forEach(kill),
    setClock: (ms: number) => void (clockError += ms),
  }
}

function createPhoneTransport({ fetch, timeout, hasLocks }: PhoneDeps, locks: Locks) {
  const client = createClient({
    fetch: guardFetch((url: string, init: RequestInit = {}) => fetch(url, init)),
    timeout,
  })
  const photos = createPhotoTransport({
    ...client,
    lockPhoto: (id, upload) => (hasLocks ? locks.request(`veni-photo:${id}`, upload) : upload()),
  })
  return createTransport({ callApi: client.callApi, photos })
}

/** Before the first use of the phone. */
export async function clearPhone(): Promise<void> {
  endSession()
  localStorage.clear()
  for (const name of ['outbox', 'photos', 'deals', 'snapshots', 'visits'] as const)
    await storage[name].deleteFrom('')
}

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
