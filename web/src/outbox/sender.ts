/**
 * Sends what waits, one entry after another, oldest first for each customer; the evidence of all follows the records
 * of all. A refused entry stands aside and blocks nobody; a lost session pauses everything; no network costs no attempt
 * and is never given up on.
 */
import {
  attempt,
  isBeforeOrder,
  type Ended,
  type EntryPart,
  type Outcome,
  type SenderDeps,
} from './attempt.ts'
import { LONGEST_WAIT_MS } from './backoff.ts'
import type { OutboxEntry } from './entry.ts'
import { isOnItsWay } from './on-its-way.ts'
import { leasedUntil, withoutLease } from './lease.ts'

/** What a pass over the outbox leaves to do. */
export interface PassResult {
  /** When the next entry is due; undefined when none waits for a time. */
  readonly nextAttemptAt: number | undefined
  readonly stoppedBy: 'network' | 'signed-out' | undefined
}

/**
 * One pass over the outbox: every entry that is due gets one attempt. Evidence, and what was done for the same customers
 * after it, follows in a second round: no photo, and nobody who should take one, keeps the office from what another
 * customer's deal is worth.
 */
export async function sendDue(deps: SenderDeps): Promise<PassResult> {
  const all = await deps.store.list()
  const begin = { nextAttemptAt: undefined, stoppedBy: undefined }
  const { left, ...records } = await sendRound(all, 'records', begin, deps)
  const { nextAttemptAt, stoppedBy } = await sendRound(left, 'all', records, deps)
  return { nextAttemptAt, stoppedBy }
}

/** @returns beside the result what is left for a further round, in the order in which it was done */
async function sendRound(
  list: readonly OutboxEntry[],
  part: EntryPart,
  { nextAttemptAt, stoppedBy }: PassResult,
  deps: SenderDeps,
): Promise<PassResult & { readonly left: readonly OutboxEntry[] }> {
  const left: OutboxEntry[] = []
  const heldBack = new Set<string>()
  const refusedDeals = new Set<string>()
  for (const entry of list) {
    if (entry.state === 'refused') refusedDeals.add(missingDeal(entry))
    if (!isOnItsWay(entry) || buildsOn(entry, refusedDeals)) continue
    const isBehindEvidence = left.some(({ customerId }) => customerId === entry.customerId)
    if (!isBehindEvidence && (stoppedBy || heldBack.has(entry.customerId))) {
      await postpone(entry, stoppedBy, deps)
      continue
    }
    const outcome = isBehindEvidence ? 'left' : await attemptIfDue(entry, deps, part)
    if (outcome === 'left') {
      left.push(entry)
      continue
    }
    if (outcome?.kind === 'refused') refusedDeals.add(missingDeal(outcome.entry))
    stoppedBy = stopReason(outcome)
    if (stoppedBy || hasEnded(outcome)) continue
    // Later work for the same customer waits for this one, so that the office sees it in order.
    heldBack.add(entry.customerId)
    const rested = dueAt(asLeft(entry, outcome), { ...deps, isWoken: false })
    nextAttemptAt = earliest(nextAttemptAt, rested)
  }
  return { left, nextAttemptAt, stoppedBy }
}

/** Sent, or nothing that a further attempt of the pass's own would do better. */
const hasEnded = (outcome: Outcome | undefined) =>
  outcome !== undefined && outcome.kind !== 'failed'

const asLeft = (entry: OutboxEntry, outcome: Outcome | undefined) => outcome?.entry ?? entry

const earliest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined ? other : Math.min(one, other ?? one)

/**
 * What is done with a deal waits for its record: without it the office would refuse it, and the runner would have two to
 * look at. Nothing else of the customer's waits for a refused entry. It may stay refused for days, while the office
 * needs to know what the runner found since; and in whichever order both come in at last, a deal's money was
 * handed over, so that its customer is delivered.
 */
function buildsOn({ work }: OutboxEntry, refusedDeals: ReadonlySet<string>): boolean {
  return work.kind === 'settlement-delivered' && refusedDeals.has(work.invoiceId)
}

/** The invoice id of a settlement that the office has no record of; a photo refused later takes nothing back. */
const missingDeal = ({ work, done }: OutboxEntry) =>
  work.kind === 'settlement' && !done.includes('record') ? work.settlement.invoice_id : ''

/**
 * Only a failed attempt makes an entry wait. A clock that was set back must not keep it waiting for longer than any wait
 * is, nor what is new for as long as the clock needs to come back to the moment when it was stored.
 */
function dueAt(entry: OutboxEntry, deps: SenderDeps): number {
  const leased = leasedUntil(entry, deps)
  if (leased !== undefined) return leased
  const { state, attempts, nextAttemptAt } = entry
  const isFar = nextAttemptAt > deps.now() + LONGEST_WAIT_MS
  const isDue = state === 'needs-sign-in' || attempts === 0 || isFar || deps.isWoken
  return isDue ? deps.now() : nextAttemptAt
}

async function attemptIfDue(entry: OutboxEntry, deps: SenderDeps, part: EntryPart): Promise<Ended> {
  if (part === 'records' && deps.nextStep(entry)?.isEvidence) return 'left'
  if (dueAt(entry, deps) > deps.now()) return undefined
  const outcome = await attempt(entry, deps, part)
  if (outcome && outcome !== 'left') await deps.onOutcome(outcome)
  return outcome
}

async function postpone(
  entry: OutboxEntry,
  stoppedBy: PassResult['stoppedBy'],
  deps: SenderDeps,
): Promise<void> {
  const { store, onOutcome } = deps
  const isFree = (stored: OutboxEntry) =>
    isOnItsWay(stored) && leasedUntil(stored, deps) === undefined
  if (isBeforeOrder(entry)) {
    // Somebody waits for its first attempt: he is told that there was none, and it is not made behind his back.
    const held = await store.change(entry.id, (stored) =>
      isFree(stored) ? withoutLease(stored, 'held') : undefined,
    )
    if (held) await onOutcome({ kind: 'postponed', entry: held })
    return
  }
  const resting = stoppedBy === 'signed-out' ? 'needs-sign-in' : 'waiting'
  // Of a network that is away nothing is learned about the sign-in.
  if (stoppedBy === 'network' || entry.state === resting) return
  await store.change(entry.id, (stored) =>
    isFree(stored) ? withoutLease(stored, resting) : undefined,
  )
}

function stopReason(outcome: Outcome | undefined): PassResult['stoppedBy'] {
  if (outcome?.kind === 'signed-out') return 'signed-out'
  return outcome?.kind === 'failed' && outcome.failure.kind === 'network' ? 'network' : undefined
}
