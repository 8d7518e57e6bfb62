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
  /** Every step is acknowledged: records that and takes the entry off the outbox, in one transaction. */
  accept(entry: OutboxEntry): Promise<void>
}

/** How one attempt at one entry ended. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly entry: OutboxEntry }
  | { readonly kind: 'failed'; readonly entry: OutboxEntry; readonly failure: ApiFailure }
  | { readonly kind: 'refused'; readonly entry: OutboxEntry; readonly failure: ApiFailure }
  | { readonly kind: 'signed-out'; readonly entry: OutboxEntry; readonly failure: ApiFailure }

export interface SenderDeps {
  readonly store: SenderStore
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
  for (const entry of await deps.store.list()) {
    if (entry.state !== 'waiting' || heldBack.has(entry.customerId)) continue
    const retryAt = entry.nextAttemptAt > deps.now() ? entry.nextAttemptAt : undefined
    const outcome = retryAt === undefined ? await attempt(entry, deps) : undefined
    if (outcome) deps.onOutcome(outcome)
    const stoppedBy = outcome && stopReason(outcome)
    if (stoppedBy) return { nextAttemptAt, stoppedBy }
    if (outcome && outcome.kind !== 'failed') continue
    // Later work for the same customer waits for this one, so that the office sees it in order.
    heldBack.add(entry.customerId)
    const dueAt = retryAt ?? outcome?.entry.nextAttemptAt ?? deps.now()
    nextAttemptAt = Math.min(nextAttemptAt ?? Infinity, dueAt)
  }
  return { nextAttemptAt, stoppedBy: undefined }
}

function stopReason(outcome: Outcome): PassResult['stoppedBy'] {
  if (outcome.kind === 'signed-out') return 'signed-out'
  return outcome.kind === 'failed' && outcome.failure.kind === 'network' ? 'network' : undefined
}

async function attempt(start: OutboxEntry, deps: SenderDeps): Promise<Outcome> {
  let entry = start
  try {
    for (let step = nextStep(entry); step; step = nextStep(entry)) {
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
