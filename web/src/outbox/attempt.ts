/** One attempt at one entry: it is claimed, its steps are made one after another, and how that ended is stored. */
import { ApiFailure, isSignedOut } from '../api/failure.ts'
import { backoffMs } from './backoff.ts'
import type { OutboxEntry } from './entry.ts'
import { isOnItsWay } from './on-its-way.ts'
import { isLeasedBy, leasedUntil, withLease, withoutLease, type Sender } from './lease.ts'
import { isRefusal, refusalOf } from './refusal.ts'
import type { NextStep } from './steps.ts'

interface SenderStore {
  list(): Promise<OutboxEntry[]>
  /**
   * Changes an entry as it is stored now; `undefined` leaves it.
   * @returns what was stored; undefined when nothing was
   */
  change(
    id: string,
    change: (entry: OutboxEntry) => OutboxEntry | undefined,
  ): Promise<OutboxEntry | undefined>
  /** Every step is acknowledged: records that, then takes the entry off the outbox. */
  accept(entry: OutboxEntry): Promise<void>
}

/** How one attempt at one entry ended. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly entry: OutboxEntry }
  | { readonly kind: 'failed'; readonly entry: OutboxEntry; readonly failure: ApiFailure }
  | { readonly kind: 'refused'; readonly entry: OutboxEntry; readonly failure: ApiFailure }
  | { readonly kind: 'signed-out'; readonly entry: OutboxEntry; readonly failure: ApiFailure }
  /** Not attempted, because something before it could not be sent; held until the runner presses again. */
  | { readonly kind: 'postponed'; readonly entry: OutboxEntry }

export interface SenderDeps extends Sender {
  readonly store: SenderStore
  readonly nextStep: (entry: OutboxEntry) => NextStep | undefined
  /** Whether its runner is still the one signed in: a pass may outlive a logout and the next sign-in (ruling 7). */
  readonly maySend: (entry: OutboxEntry) => boolean | Promise<boolean>
  /** The network, the screen or the runner is back: no entry waits for its time any longer. */
  readonly isWoken?: boolean
  readonly random: () => number
  readonly onOutcome: (outcome: Outcome) => void | Promise<void>
}

/** How much of an entry is sent: what the office reckons with, or its evidence, too. */
export type EntryPart = 'records' | 'all'

/** `left`: its records are with the office. undefined: it was not this tab's to send, or not due. */
export type Ended = Outcome | 'left' | undefined

/**
 * @returns undefined when it is not this tab's to send: another has it, or the runner has changed in the middle and the
 * rest waits for his next sign-in
 */
export async function attempt(
  { id }: OutboxEntry,
  deps: SenderDeps,
  part: EntryPart,
): Promise<Ended> {
  const { store } = deps
  let entry = await store.change(id, (stored) => claimed(stored, deps))
  if (entry?.state === 'held') return { kind: 'postponed', entry }
  try {
    while (entry && isLeasedBy(entry, deps.by)) {
      const step = deps.nextStep(entry)
      if (!step) return await accept(entry, deps)
      if (step.isEvidence && part === 'records') return await rest(entry, deps)
      if (!(await deps.maySend(entry))) return await release(entry, deps)
      const learned = await step.run(() => keepLease(id, deps))
      entry = await store.change(id, (stored) => advanced(stored, step.name, learned, deps))
    }
    return undefined
  } catch (error) {
    if (error instanceof LeaseLost) return undefined
    if (!(error instanceof ApiFailure)) throw error
    return settleFailure(id, error, deps)
  }
}

function claimed(stored: OutboxEntry, deps: SenderDeps): OutboxEntry | undefined {
  if (!isOnItsWay(stored) || leasedUntil(stored, deps) !== undefined) return undefined
  // A sender that died has perhaps made the order. Nobody was told: the next tap asks, under the same key (spec §8).
  if (stored.state === 'sending' && isBeforeOrder(stored)) return withoutLease(stored, 'held')
  return withLease(stored, deps)
}

async function accept(entry: OutboxEntry, { store }: SenderDeps): Promise<Outcome> {
  await store.accept(entry)
  return { kind: 'accepted', entry }
}

async function rest(entry: OutboxEntry, deps: SenderDeps): Promise<'left'> {
  await release(entry, deps)
  return 'left'
}

async function release({ id }: OutboxEntry, { store, by }: SenderDeps): Promise<undefined> {
  await store.change(id, (stored) =>
    isLeasedBy(stored, by) ? withoutLease(stored, 'waiting') : undefined,
  )
}

/** What the office has acknowledged is kept, whoever has the entry by now; who goes on is who has it. */
function advanced(
  stored: OutboxEntry,
  step: string,
  learned: Partial<OutboxEntry> | void,
  deps: SenderDeps,
): OutboxEntry {
  const done = [...new Set([...stored.done, step])]
  const entry: OutboxEntry = { ...stored, ...learned, done }
  return isLeasedBy(stored, deps.by) ? withLease(entry, deps) : entry
}

/** Another tab took the entry over: it was away for too long. */
class LeaseLost extends Error {}

async function keepLease(id: string, deps: SenderDeps): Promise<void> {
  const kept = await deps.store.change(id, (stored) =>
    isLeasedBy(stored, deps.by) ? withLease(stored, deps) : undefined,
  )
  if (!kept) throw new LeaseLost('Another tab sends this entry')
}

export function isBeforeOrder({ work, orderId }: OutboxEntry): boolean {
  return work.kind === 'single-order' && orderId === undefined
}

async function settleFailure(
  id: string,
  failure: ApiFailure,
  deps: SenderDeps,
): Promise<Outcome | undefined> {
  const entry = await deps.store.change(id, (stored) =>
    isLeasedBy(stored, deps.by) ? afterFailure(stored, failure, deps) : undefined,
  )
  if (!entry) return undefined
  if (isSignedOut(failure)) return { kind: 'signed-out', entry, failure }
  return { kind: entry.state === 'refused' ? 'refused' : 'failed', entry, failure }
}

function afterFailure(
  stored: OutboxEntry,
  failure: ApiFailure,
  { now, random }: SenderDeps,
): OutboxEntry {
  // Nobody was told that the order is made: only the runner's next tap sends it again (spec §8).
  if (isBeforeOrder(stored)) return withoutLease(stored, 'held')
  if (isSignedOut(failure)) return withoutLease(stored, 'needs-sign-in')
  if (isRefusal(failure)) return { ...withoutLease(stored, 'refused'), refusal: refusalOf(failure) }
  const waiting = withoutLease(stored, 'waiting')
  // Its wait is over all the same: it was tried.
  if (failure.kind === 'network')
    return { ...waiting, nextAttemptAt: Math.min(waiting.nextAttemptAt, now()) }
  const attempts = stored.attempts + 1
  return { ...waiting, attempts, nextAttemptAt: now() + backoffMs(attempts, random()) }
}
