/** The locks of a browser: granted in the order of the requests, and released by a page that dies. */
import type { VirtualClock } from './clock.ts'
import {
  currentTab,
  resume,
  inTab,
  type LockOptions,
  type Locks,
  type LockWork,
  type Tab,
} from './tab.ts'

export function createLocks(clock: VirtualClock): Locks {
  const queues = new Map<string, Promise<unknown>>()
  /** How many have each lock or wait for it. */
  const counts = new Map<string, number>()
  const count = (name: string, change: number) => counts.set(name, (counts.get(name) ?? 0) + change)

  function enqueue<TResult>(tab: Tab, name: string, work: () => Promise<TResult>) {
    const isGone = new Promise<void>((resolve) => tab.onKilled.add(resolve))
    const granted = (queues.get(name) ?? Promise.resolve()).then(() => inMoment(clock, tab))
    const result = granted.then(() => inTab(tab, work))
    count(name, 1)
    const ended = Promise.race([result.catch(() => {}), isGone]).then(() => count(name, -1))
    queues.set(name, ended)
    return result
  }

  function request<TResult>(
    name: string,
    ...given: readonly [LockWork<TResult>] | readonly [LockOptions, LockWork<TResult>]
  ): Promise<TResult> {
    const [{ signal, ifAvailable }, work] = given.length === 1 ? [noOptions, given[0]] : given
    const tab = currentTab()
    // Before the shift no page is open, and nobody has a lock.
    if (!tab) return work({})
    if (!tab.isAlive) return new Promise(() => {})
    if (ifAvailable && (counts.get(name) ?? 0) > 0) return work(null)
    if (!signal) return enqueue(tab, name, () => work({}))
    return untilAborted(signal, (begin) => enqueue(tab, name, () => begin(() => work({}))))
  }

  return { request }
}

const noOptions: LockOptions = {}

/** Rejects when the signal aborts before the lock is granted. Then the work does not begin. */
function untilAborted<TResult>(
  signal: AbortSignal,
  enqueue: (begin: (work: () => Promise<TResult>) => Promise<TResult>) => Promise<TResult>,
): Promise<TResult> {
  return new Promise((resolve, reject) => {
    let isBegun = false
    const result = enqueue((work) => {
      signal.throwIfAborted()
      isBegun = true
      return work()
    })
    result.then(resolve, reject)
    signal.addEventListener('abort', () => isBegun || reject(signal.reason as Error))
  })
}

/** A lock is granted as an event of its own, and never to a page that is closed. */
const inMoment = (clock: VirtualClock, tab: Tab) =>
  new Promise<void>((resolve) => clock.after(0, () => resume(tab, resolve)))
