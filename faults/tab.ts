/** A page of the app. Whatever it does can be traced back to it, so that a killed one can be told from the others. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outbox } from '../web/src/outbox/outbox.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'

export interface Tab {
  readonly name: string
  outbox: Outbox
  /** What it last showed as unsent. */
  entries: readonly OutboxEntry[]
  isAlive: boolean
  /** Whether it has read what it shows. */
  isShown: boolean
  readonly onKilled: Set<() => void>
}

const running = new AsyncLocalStorage<Tab>()

/** The tab whose code runs now; undefined in the office, the network and the simulation itself. */
export const currentTab = (): Tab | undefined => running.getStore()

export const inTab = <TResult>(tab: Tab, run: () => TResult): TResult => running.run(tab, run)
export const outsideTabs = <TResult>(run: () => TResult): TResult => running.exit(run)

/**
 * Ends a page as the system does: without a word. What it still had in memory can run to its end, but can no longer
 * write, send or be heard, which is as good as if it had stopped.
 */
export function kill(tab: Tab): void {
  if (!tab.isAlive) return
  tab.isAlive = false
  for (const listener of tab.onKilled) listener()
}
