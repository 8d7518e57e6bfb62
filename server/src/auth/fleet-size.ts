import type { Tx } from '../db/client.ts'
import { countActiveRunners } from './code-store.ts'

/** How many runners can sign in, as of a minute ago at most. */
export type FleetSize = (tx: Tx, now: Date) => Promise<number>

const FRESH_FOR_MS = 60_000

/** Counting reads the whole table, and a stranger can make each request for a code need the number. */
export function createFleetSize(): FleetSize {
  let counted = { at: -Infinity, runners: 0 }
  return async (tx, now) => {
    const age = now.getTime() - counted.at
    // The age is negative after the clock was set back: without a new count the old number would be used for too long.
    if (age < 0 || age >= FRESH_FOR_MS)
      counted = { at: now.getTime(), runners: await countActiveRunners(tx) }
    return counted.runners
  }
}
