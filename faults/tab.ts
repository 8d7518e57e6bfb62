/** A page of the app. All code that runs for it can be traced to it, also after it was killed. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outbox } from '../web/src/outbox/outbox.ts'
import type { EntryHead } from '../web/src/outbox/entry.ts'

export interface Tab {
  readonly name: string
  outbox: Outbox
  /** The unsent entries that it showed last. */
  entries: readonly EntryHead[]
  isAlive: boolean
  /** Whether it has shown its entries for the first time. */
  isShown: boolean
  readonly onKilled: Set<() => void>
}

const running = new AsyncLocalStorage<Tab>()

/** The tab whose code runs now; undefined for the server, the network and the simulation. */
export const currentTab = (): Tab | undefined => running.getStore()

export const inTab = <TResult>(tab: Tab, run: () => TResult): TResult => running.run(tab, run)
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
