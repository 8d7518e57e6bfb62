/**
 * The lease of an entry reserves it for one sender until it expires. Web Locks exclude other senders. In a browser
 * without them (plain http, old browsers) only the lease does.
 */
import type { EntryHead, OutboxEntry } from '../entry.ts'

/** Longer than the longest call, a photo's 60 s; renewed before each call. */
export const LEASE_MS = 90_000

export interface Sender {
  /** This tab, the same after a reload. */
  readonly sender: string
  /** Whether this sender has the lock of all senders. If it has, another sender with a lease has ended. */
  readonly isOnly: boolean
  readonly now: () => number
}

/** When the lease of another sender ends; undefined when this sender may take the entry. */
export function findLeaseEnd(
  entry: Pick<EntryHead, 'state' | 'lease'>,
  { sender, isOnly, now }: Sender,
): number | undefined {
  const { state, lease } = entry
  if (state !== 'sending' || lease === undefined || lease.by === sender || isOnly) return undefined
  const remainingMs = lease.until - now()
  // If a clock was set back, the lease would last for hours.
  return remainingMs > 0 && remainingMs <= LEASE_MS ? lease.until : undefined
}

export const withLease = (
  entry: OutboxEntry,
  { sender, now }: Pick<Sender, 'sender' | 'now'>,
): OutboxEntry => ({
  ...entry,
  state: 'sending',
  lease: { by: sender, until: now() + LEASE_MS },
})

export function withoutLease(entry: OutboxEntry, state: OutboxEntry['state']): OutboxEntry {
  const { lease: _, ...rest } = entry
  return { ...rest, state }
}

export const isLeasedBy = ({ state, lease }: OutboxEntry, sender: string) =>
  state === 'sending' && lease?.by === sender
