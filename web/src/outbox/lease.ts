/**
 * Who sends an entry. Where the browser has Web Locks they keep one sender; where it has none (plain http, old
 * browsers), this lease does, which a tab that died cannot give back.
 */
import type { OutboxEntry } from './entry.ts'

/** Outlasts the longest call, a photo's 60 s; taken anew before each one. */
export const LEASE_MS = 90_000

export interface Sender {
  /** This tab, the same across its reloads. */
  readonly by: string
  /** Holds the lock that all senders take: what another has leased was left behind by a dead one. */
  readonly isOnly: boolean
  readonly now: () => number
}

/** Until when another sender has the entry; undefined when it may be taken. */
export function leasedUntil(entry: OutboxEntry, { by, isOnly, now }: Sender): number | undefined {
  const { state, lease } = entry
  if (state !== 'sending' || lease === undefined || lease.by === by || isOnly) return undefined
  const leftMs = lease.until - now()
  // A clock that was set back would make it last for hours.
  return leftMs > 0 && leftMs <= LEASE_MS ? lease.until : undefined
}

export const withLease = (entry: OutboxEntry, { by, now }: Sender): OutboxEntry => ({
  ...entry,
  state: 'sending',
  lease: { by, until: now() + LEASE_MS },
})

export function withoutLease(entry: OutboxEntry, state: OutboxEntry['state']): OutboxEntry {
  const { lease: _, ...rest } = entry
  return { ...rest, state }
}

export const isLeasedBy = ({ state, lease }: OutboxEntry, by: string) =>
  state === 'sending' && lease?.by === by
