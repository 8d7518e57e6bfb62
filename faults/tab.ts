/** A page of the app. All code that runs for it can be traced to it, also after it was killed. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outbox } from '../web/src/outbox/outbox.ts'
import type { EntryHead } from '../web/src/outbox/entry.ts'
import type { VirtualClock } from './clock.ts'

export interface LockOptions {
  readonly signal?: AbortSignal
  readonly ifAvailable?: boolean
}

/** @param lock null when another one has it, and the request has `ifAvailable` */
export type LockWork<TResult> = (lock: object | null) => Promise<TResult>

export interface Locks {
  request<TResult>(name: string, work: LockWork<TResult>): Promise<TResult>
  request<TResult>(name: string, options: LockOptions, work: LockWork<TResult>): Promise<TResult>
}

/** What each phone has of its own. */
export interface BrowserParts {
  readonly indexedDB: IDBFactory
  /** A service worker has none. */
  readonly localStorage: Storage | undefined
  readonly sessionStorage: Storage | undefined
  readonly navigator: { readonly locks: Locks | undefined }
  /** What a run gives the phone; undefined between the runs. */
  provided?: ProvidedParts | undefined
}

interface ProvidedParts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Undefined in a browser without Web Locks. */
  readonly locks: Locks | undefined
  /** Undefined on plain http: then there is no second copy. */
  readonly caches: { readonly clear: () => void } | undefined
  /** By the clock of the phone, ms since 1970. */
  readonly now: () => number
  /** Between the pages and the worker. */
  readonly channels: Set<Channel>
  readonly clock: VirtualClock
}

interface Channel {
  readonly tab: Tab | undefined
  readonly receive: (data: unknown) => void
}

/** An open page, or the service worker while it runs. */
export interface Tab {
  readonly name: string
  /** Of its phone. */
  readonly parts: BrowserParts
  outbox: Outbox
  /** The unsent entries that it showed last. */
  entries: readonly EntryHead[]
  isAlive: boolean
  /** Whether it has shown its entries for the first time. */
  isShown: boolean
  isVisible: boolean
  /** In the background: nothing of it runs. */
  isFrozen: boolean
  /** What runs when it is no longer frozen. */
  readonly held: (() => void)[]
  readonly onKilled: Set<() => void>
}

interface Running {
  readonly parts: BrowserParts
  readonly tab?: Tab
}

const running = new AsyncLocalStorage<Running>()

/** The tab whose code runs now; undefined for the server, the network and the simulation. */
export const currentTab = (): Tab | undefined => running.getStore()?.tab

/** Of the phone whose code runs now. */
export const currentParts = (): BrowserParts | undefined => running.getStore()?.parts

export const inTab = <TResult>(tab: Tab, run: () => TResult): TResult =>
  running.run({ parts: tab.parts, tab }, run)

/** Runs code of a page as an event of it: when it is no longer frozen, and never after its death. */
export function resume(tab: Tab, run: () => unknown): void {
  if (!tab.isAlive) return
  if (tab.isFrozen) tab.held.push(() => resume(tab, run))
  else inTab(tab, run)
}

export function thaw(tab: Tab): void {
  tab.isFrozen = false
  for (const run of tab.held.splice(0)) run()
}

/** Runs code of a phone in none of its tabs: no fault of the phone occurs there. */
export const inPhone = <TResult>(parts: BrowserParts, run: () => TResult): TResult =>
  running.run({ parts }, run)
export const outsideTabs = <TResult>(run: () => TResult): TResult => running.exit(run)

/**
 * Ends a page as the operating system does, without an event. Its code may run to its end, but can no longer write, send
 * or show anything.
 */
export function kill(tab: Tab): void {
  if (!tab.isAlive) return
  tab.isAlive = false
  for (const listener of tab.onKilled) listener()
}
