/**
 * Sends what waits, one entry after another, oldest first for each customer. A refused entry stands aside and
 * blocks nobody; a lost session pauses everything; no network costs no attempt and is never given up on.
 */
import { ApiFailure, isSignedOut } from '../api/failure.ts'
import { backoffMs } from './backoff.ts'
import type { OutboxEntry } from './entry.ts'
import { nextStep } from './steps.ts'

interface SenderStore {
  list(): Promise<OutboxEntry[]>
  save(entry: OutboxEntry): Promise<void>
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

export interface SenderDeps {
  readonly store: SenderStore
  /** Whether its runner is still the one signed in: a pass may outlive a logout and the next sign-in (ruling 7). */
  readonly maySend: (entry: OutboxEntry) => boolean
  readonly now: () => number
  readonly random: () => number
  readonly onOutcome: (outcome: Outcome) => void
}

/** What a pass over the outbox leaves to do. */
export interface PassResult {
  /** When the next entry is due; undefined when none waits for a time. */
  readonly nextAttemptAt: number | undefined
  readonly stoppedBy: 'network' | 'signed-out' | undefined
}

/** 408, 409 (a twin still in progress), 425 and 429 pass; every other 4xx is a rule's refusal. */
const PASSING_STATUSES = new Set([408, 425, 429])

function isRefusal({ kind, detail }: ApiFailure): boolean {
  const status = detail.status ?? 0
  if (kind !== 'status' || status < 400 || status > 499) return false
  return !PASSING_STATUSES.has(status) && detail.code !== 'in-progress'
}

/** One pass over the outbox: every entry that is due gets one attempt. */
export async function sendDue(deps: SenderDeps): Promise<PassResult> {
  const heldBack = new Set<string>()
  let nextAttemptAt: number | undefined
  let stoppedBy: PassResult['stoppedBy']
  for (const entry of await deps.store.list()) {
    if (entry.state !== 'waiting') continue
    if (stoppedBy || heldBack.has(entry.customerId)) {
      await postpone(entry, deps)
      continue
    }
    const outcome = await attemptIfDue(entry, deps)
    stoppedBy = stopReason(outcome)
    if (stoppedBy || (outcome && outcome.kind !== 'failed')) continue
    // Later work for the same customer waits for this one, so that the office sees it in order.
    heldBack.add(entry.customerId)
    const dueAt = (outcome?.entry ?? entry).nextAttemptAt
    nextAttemptAt = Math.min(nextAttemptAt ?? Infinity, dueAt)
  }
  return { nextAttemptAt, stoppedBy }
}

async function attemptIfDue(entry: OutboxEntry, deps: SenderDeps): Promise<Outcome | undefined> {
  if (entry.nextAttemptAt > deps.now()) return undefined
  const outcome = await attempt(entry, deps)
  if (outcome) deps.onOutcome(outcome)
  return outcome
}

/** Somebody waits for a single order's first attempt: he is told that there was none, and it is not made behind his back. */
async function postpone(entry: OutboxEntry, { store, onOutcome }: SenderDeps): Promise<void> {
  if (!isBeforeOrder(entry)) return
  const held: OutboxEntry = { ...entry, state: 'held' }
  await store.save(held)
  onOutcome({ kind: 'postponed', entry: held })
}

function stopReason(outcome: Outcome | undefined): PassResult['stoppedBy'] {
  if (outcome?.kind === 'signed-out') return 'signed-out'
  return outcome?.kind === 'failed' && outcome.failure.kind === 'network' ? 'network' : undefined
}

/** @returns undefined when the runner has changed in the middle: the rest waits for his next sign-in */
async function attempt(start: OutboxEntry, deps: SenderDeps): Promise<Outcome | undefined> {
  let entry = start
  try {
    for (let step = nextStep(entry); step; step = nextStep(entry)) {
      if (!deps.maySend(entry)) return undefined
      const learned = await step.run()
      entry = { ...entry, ...learned, done: [...entry.done, step.name] }
      await deps.store.save(entry)
    }
    await deps.store.accept(entry)
    return { kind: 'accepted', entry }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return settleFailure(entry, error, deps)
  }
}

function isBeforeOrder({ work, orderId }: OutboxEntry): boolean {
  return work.kind === 'single-order' && orderId === undefined
}

async function settleFailure(
  entry: OutboxEntry,
  failure: ApiFailure,
  { store, now, random }: SenderDeps,
): Promise<Outcome> {
  if (isBeforeOrder(entry)) {
    // Nobody was told that the order is made: only the runner's next tap sends it again (spec §8).
    const held: OutboxEntry = { ...entry, state: 'held' }
    await store.save(held)
    return { kind: isSignedOut(failure) ? 'signed-out' : 'failed', entry: held, failure }
  }
  if (isSignedOut(failure)) return { kind: 'signed-out', entry, failure }
  if (isRefusal(failure)) {
    const refusal = { status: failure.detail.status ?? 0, code: failure.detail.code }
    const refused: OutboxEntry = { ...entry, state: 'refused', refusal }
    await store.save(refused)
    return { kind: 'refused', entry: refused, failure }
  }
  if (failure.kind === 'network') return { kind: 'failed', entry, failure }
  const attempts = entry.attempts + 1
  const nextAttemptAt = now() + backoffMs(attempts, random())
  const waiting = { ...entry, attempts, nextAttemptAt }
  await store.save(waiting)
  return { kind: 'failed', entry: waiting, failure }
}
