/** The runner's phone: its disk, its clock, who is signed in, and the pages that are open on it. */
import { endSession, owner, session, startSession } from '../web/src/state/session.ts'
import { createOutbox, type Outbox } from '../web/src/outbox/create-outbox.ts'
import { phoneStore, sendAlone } from '../web/src/outbox/phone-store.ts'
import type { Outcome } from '../web/src/outbox/attempt.ts'
import { nextStep } from '../web/src/outbox/steps.ts'
import { phoneDatabase } from '../web/src/storage/database.ts'
// Fetched when the first photo is sent; here that must not take real time.
import '../web/src/outbox/tus.ts'
import type { Clock } from './clock.ts'
import type { Luck } from './luck.ts'
import { PHONES, type Office, type Who } from './office.ts'
import { currentTab, inTab, kill, type Tab } from './tab.ts'

interface PhoneDeps {
  readonly clock: Clock
  readonly luck: Luck
  readonly office: Office
  /** A browser without Web Locks has nothing that keeps two tabs from sending at once. */
  readonly hasLocks: boolean
  readonly trace: (...parts: unknown[]) => void
}

export type Phone = ReturnType<typeof createPhone>

export function createPhone({ clock, luck, office, hasLocks, trace }: PhoneDeps) {
  const tabs: Tab[] = []
  const locks = createLocks(clock)
  let clockError = 0
  let cookie = ''
  let isSignInAsked = false
  const time = () => clock.now() + clockError

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
      store: phoneStore,
      nextStep,
      owner: () => (session.get() ? owner() : undefined),
      by: tab.name,
      alone: sendAlone,
      now: time,
      random: luck,
      after: (ms, run) => clock.after(ms, () => tab.isAlive && inTab(tab, run)),
      onEntries: (entries) => void Object.assign(tab, { entries, isShown: true }),
      onSignedOut: () => void (isSignInAsked = true),
      tell: (outcome) => tellOthers(tab, outcome),
      onLeft: () => {},
    })
    tabs.push(tab)
    trace(tab.name, 'opens')
    wake(tab)
    return tab
  }

  /** A message to the other pages arrives in a moment of its own. */
  function tellOthers(from: Tab, outcome: Outcome | undefined) {
    if (!from.isAlive) return
    for (const tab of open())
      if (tab !== from)
        clock.after(1, () => tab.isAlive && run(tab, 'hear', () => tab.outbox.hear(outcome)))
  }

  /** As `startOutbox` does when the network, the screen or the runner is back. */
  const wake = (tab: Tab) => run(tab, 'wake', () => tab.outbox.wake())

  function run(tab: Tab, what: string, work: () => Promise<unknown>) {
    void inTab(tab, work).catch((error: unknown) => trace(tab.name, what, 'failed', String(error)))
  }

  const open = () => tabs.filter((tab) => tab.isAlive)
  const wakeAll = () => open().forEach(wake)

  async function signIn(who: Who) {
    const signedIn = await office.signIn(who)
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
    locks: () => (hasLocks ? locks : undefined),
    isSignInAsked: () => isSignInAsked,
    open,
    /** One of the open pages, or a new one. */
    tabInUse: () => open()[Math.floor(luck() * open().length)] ?? openTab(),
    turnOff: () => open().forEach(kill),
    setClock: (ms: number) => void (clockError += ms),
  }
}

/** Of a phone that nobody uses yet. */
export async function clearPhone(): Promise<void> {
  endSession()
  localStorage.clear()
  const database = await phoneDatabase()
  for (const store of database.objectStoreNames) await database.clear(store)
}

/** The browser's locks: first come, first served, and given back by a page that dies. */
function createLocks(clock: Clock) {
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
  return { request } as unknown as Pick<LockManager, 'request'>
}

/** A lock is granted in a moment of its own. Never, to a page that is gone. */
const inMoment = (clock: Clock, tab: Tab) =>
  new Promise<void>((resolve) => clock.after(0, () => tab.isAlive && resolve()))
