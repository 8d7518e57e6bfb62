/**
 * Makes one pass over the outbox. For each customer it sends the oldest entry first. A refused entry delays no other
 * one. A lost session or a missing network ends the attempts of the pass. A failure without network is no attempt.
 */
import type { Attempt, Outcome, PassResult } from '../deps.ts'
import { isOnItsWay } from '../entries.ts'
import { isBeforeOrder, type OutboxEntry } from '../entry.ts'
import { attempt, type EntryPart, type ExecutorDeps } from './executor.ts'
import { findLeaseEnd, withoutLease } from './lease.ts'
import { findDueTime, findPauseEnd } from './retry-policy.ts'

export interface PassDeps extends ExecutorDeps {
  readonly listEntries: () => Promise<readonly OutboxEntry[]>
  /** Whether `Outbox.wake` started the pass: then an entry waits only if the server has asked for it. */
  readonly isWoken?: boolean
  readonly onOutcome: (outcome: Outcome) => void | Promise<void>
}

/**
 * Makes one attempt at every entry that is due. Photos, and later work for the same customers, follow in a second
 * round: a photo must not delay the record of another customer's deal.
 */
export async function sendDue(deps: PassDeps): Promise<PassResult> {
  const all = await deps.listEntries()
  const start = { nextAttemptAt: undefined, stoppedBy: undefined }
  const pauses: Pauses = { records: deps.now(), photos: deps.now() }
  for (const entry of all) notePause(entry, pauses, deps)
  const { remaining, ...records } = await sendRound(all, 'records', start, { ...deps, pauses })
  const { nextAttemptAt, stoppedBy } = await sendRound(remaining, 'all', records, {
    ...deps,
    pauses,
  })
  return { nextAttemptAt, stoppedBy }
}

/**
 * The time before which nothing of a kind is sent. When the server asks one entry to wait, it means all calls of the
 * runner: it has too many calls, or no free space. Photos have a limit of their own, which must not delay a record.
 */
type Pauses = Record<'records' | 'photos', number>
type RoundDeps = PassDeps & { readonly pauses: Pauses }

const kindOf = (entry: OutboxEntry, { nextStep }: PassDeps): keyof Pauses =>
  nextStep(entry)?.isPhotoStep ? 'photos' : 'records'

function notePause(entry: OutboxEntry, pauses: Pauses, deps: PassDeps): void {
  const kind = kindOf(entry, deps)
  pauses[kind] = Math.max(pauses[kind], findPauseEnd(entry, deps.now()))
}

/** The runner presses a button for a single order and waits for its answer, so it is always sent. */
const pauseOf = (entry: OutboxEntry, deps: RoundDeps): number =>
  isBeforeOrder(entry) ? deps.now() : deps.pauses[kindOf(entry, deps)]

interface RoundResult extends PassResult {
  /** The entries that the next round sends, in their order. */
  readonly remaining: readonly OutboxEntry[]
}

async function sendRound(
  list: readonly OutboxEntry[],
  part: EntryPart,
  { nextAttemptAt, stoppedBy }: PassResult,
  deps: RoundDeps,
): Promise<RoundResult> {
  const remaining: OutboxEntry[] = []
  const heldBack = new Set<string>()
  const refusedDeals = new Set<string>()
  for (const entry of list) {
    if (entry.state === 'refused') refusedDeals.add(findMissingDeal(entry))
    if (!isOnItsWay(entry) || needsRefusedDeal(entry, refusedDeals)) continue
    const isBehindPhotos = remaining.some(({ customerId }) => customerId === entry.customerId)
    if (!isBehindPhotos && (stoppedBy || heldBack.has(entry.customerId))) {
      await postpone(entry, stoppedBy, deps)
      continue
    }
    const ended: Attempt = isBehindPhotos
      ? { kind: 'records-sent' }
      : await attemptIfDue(entry, part, deps)
    if (ended.kind === 'records-sent') remaining.push(entry)
    if (ended.kind === 'refused') refusedDeals.add(findMissingDeal(ended.entry))
    stoppedBy = findStopReason(ended) ?? stoppedBy
    if (!isWaiting(ended)) continue
    // Later work for the same customer waits for this entry, so that the server receives it in order.
    heldBack.add(entry.customerId)
    nextAttemptAt = earliest(
      nextAttemptAt,
      findNextDueTime('entry' in ended ? ended.entry : entry, deps),
    )
  }
  return { remaining, nextAttemptAt, stoppedBy }
}

const earliest = (one: number | undefined, other: number): number =>
  one === undefined ? other : Math.min(one, other)

/**
 * While the server refuses the record of a settlement, it would also refuse its delivery, which therefore waits.
 * No other work of the customer waits for a refused entry, which may stay refused for days.
 */
function needsRefusedDeal({ work }: OutboxEntry, refusedDeals: ReadonlySet<string>): boolean {
  return work.kind === 'settlement-delivered' && refusedDeals.has(work.invoiceId)
}

/** The invoice id of a settlement whose record the server does not have; '' for any other entry. */
const findMissingDeal = ({ work, done }: OutboxEntry) =>
  work.kind === 'settlement' && !done.includes('record') ? work.settlement.invoice_id : ''

/** When an entry that this pass has not sent is due. */
const findNextDueTime = (entry: OutboxEntry, deps: RoundDeps): number =>
  findLeaseEnd(entry, deps) ?? Math.max(findDueTime(entry, deps.now(), false), pauseOf(entry, deps))

async function attemptIfDue(
  entry: OutboxEntry,
  part: EntryPart,
  deps: RoundDeps,
): Promise<Attempt> {
  if (part === 'records' && deps.nextStep(entry)?.isPhotoStep) return { kind: 'records-sent' }
  const at = findLeaseEnd(entry, deps) ?? findDueTime(entry, deps.now(), deps.isWoken === true)
  if (Math.max(at, pauseOf(entry, deps)) > deps.now()) return { kind: 'not-due' }
  const ended = await attempt(entry, part, deps)
  if ('entry' in ended) {
    notePause(ended.entry, deps.pauses, deps)
    await deps.onOutcome(ended)
  }
  return ended
}

async function postpone(
  entry: OutboxEntry,
  stoppedBy: PassResult['stoppedBy'],
  deps: PassDeps,
): Promise<void> {
  const changeUnleased = (state: OutboxEntry['state']) =>
    deps.changeEntry(entry.id, (stored) => {
      const isFree = isOnItsWay(stored) && findLeaseEnd(stored, deps) === undefined
      return isFree ? withoutLease(stored, state) : undefined
    })
  if (isBeforeOrder(entry)) {
    // The screen waits for the first attempt. The outcome `held` ends its wait, and the next press starts an attempt.
    const held = await changeUnleased('held')
    if (held) await deps.onOutcome({ kind: 'held', entry: held })
    return
  }
  const state = stoppedBy === 'signed-out' ? 'needs-sign-in' : 'waiting'
  // Without network the phone does not know whether the sign-in is still needed, so the state stays.
  if (stoppedBy !== 'network' && entry.state !== state) await changeUnleased(state)
}

function findStopReason(ended: Attempt): PassResult['stoppedBy'] {
  if (ended.kind === 'signed-out') return 'signed-out'
  return ended.kind === 'failed' && ended.failure.kind === 'network' ? 'network' : undefined
}

/** Whether the entry waits for a time, and later work for its customer with it. */
function isWaiting(ended: Attempt): boolean {
  switch (ended.kind) {
    case 'received':
    case 'refused':
    case 'held':
    case 'signed-out':
    case 'records-sent':
      return false
    case 'failed':
      return ended.failure.kind !== 'network'
    case 'not-due':
    case 'lease-lost':
    case 'other-runner':
      return true
  }
}
