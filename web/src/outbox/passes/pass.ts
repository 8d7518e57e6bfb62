/**
 * Makes one pass over the outbox. For each customer it sends the oldest entry first. Our server gets the records of
 * several entries in one call. A refused entry delays no other one. A lost session or a missing network ends the attempts
 * of the pass. A failure without network is no attempt.
 */
import type { Attempt, EntryStore, Outcome, PassResult, SendTogether } from '../deps.ts'
import { isOnItsWay } from '../entries.ts'
import { isBeforeOrder, type EntryHead } from '../entry.ts'
import { createBatchSize, type BatchSize } from './batch-size.ts'
import {
  attempt,
  type BatchDeps,
  type EntryPart,
  type ExecutorDeps,
  type SentBatch,
} from './executor.ts'
import { findStopReason, isAnswer, isWaiting } from './attempt-end.ts'
import { findLeaseEnd } from './lease.ts'
import { postpone, storePostponed, type Postponed } from './postpone.ts'
import { createPauses, type Pauses } from './pauses.ts'
import { createPutOff, type PutOff } from './put-off.ts'
import { findDueTime } from './retry-policy.ts'

export interface PassDeps extends ExecutorDeps {
  readonly listEntries: () => Promise<readonly EntryHead[]>
  readonly findUnsentSettlements: EntryStore['findUnsentSettlements']
  /** Whether `Outbox.wake` started the pass: then an entry waits only if the server has asked for it. */
  readonly isWoken?: boolean
  /** Whether the rest waits for the next pass, which is to begin at once: the runner waits for a single order. */
  readonly isInterrupted?: () => boolean
  readonly together?: SendTogether | undefined
  readonly batchSize?: BatchSize
  /** One attempt at several entries. */
  readonly attemptTogether?: (heads: readonly EntryHead[], deps: BatchDeps) => Promise<SentBatch>
  readonly onOutcome: (outcome: Outcome) => void | Promise<void>
}

/**
 * Makes one attempt at every entry that is due. Photos, and later work for the same customers, follow in a second
 * round: a photo must not delay the record of another customer's deal. A runner who waits for the answer to a single
 * order waits for no other customer.
 */
export async function sendDue(deps: PassDeps): Promise<PassResult> {
  const all = await deps.listEntries()
  const pauses = createPauses(all, deps)
  const urgent = new Set(all.filter(isAwaited).map(({ customerId }) => customerId))
  const isUrgent = ({ customerId }: EntryHead) => urgent.has(customerId)
  const missingDeals = new Set(await deps.findUnsentSettlements(all))
  let isAnswered = false
  const noteAnswer = () => {
    isAnswered = true
  }
  const roundDeps = { batchSize: createBatchSize(), ...deps, pauses, missingDeals, noteAnswer }
  let result: RoundEnd = { nextAttemptAt: undefined, stoppedBy: undefined }
  for (const list of [all.filter(isUrgent), all.filter((entry) => !isUrgent(entry))]) {
    const { remaining, ...records } = await sendRound(list, 'records', result, roundDeps)
    const { nextAttemptAt, stoppedBy } = await sendRound(remaining, 'all', records, roundDeps)
    result = { nextAttemptAt, stoppedBy }
  }
  return { ...result, isAnswered }
}

const isAwaited = (entry: EntryHead) => isBeforeOrder(entry) && isOnItsWay(entry)

interface RoundDeps extends PassDeps {
  readonly pauses: Pauses
  readonly batchSize: BatchSize
  /** The invoice ids of settlements that the server does not get in this pass. */
  readonly missingDeals: Set<string>
  readonly noteAnswer: () => void
}

type RoundEnd = Pick<PassResult, 'nextAttemptAt' | 'stoppedBy'>

interface RoundResult extends RoundEnd {
  /** The entries that the next round sends, in their order. */
  readonly remaining: readonly EntryHead[]
}

/** What a round knows so far. */
interface Round {
  readonly part: EntryPart
  readonly deps: RoundDeps
  readonly remaining: Set<EntryHead>
  readonly behindPhotos: Set<string>
  /** Later work for these customers waits, so that the server receives it in order. */
  readonly heldBack: Set<string>
  /** Stored at the end of the round. */
  readonly postponed: Postponed
  /** Stores what the last call has recorded, while the next one is on its way. */
  readonly storing: PutOff
  /** The entries of the next call. */
  batch: EntryHead[]
  /** Entries that wait for the result of an earlier entry of their customer in the batch. */
  later: EntryHead[]
  waitingCustomers: Set<string>
  nextAttemptAt: number | undefined
  stoppedBy: PassResult['stoppedBy']
}

async function sendRound(
  list: readonly EntryHead[],
  part: EntryPart,
  { nextAttemptAt, stoppedBy }: RoundEnd,
  deps: RoundDeps,
): Promise<RoundResult> {
  const round: Round = {
    part,
    deps,
    remaining: new Set(),
    behindPhotos: new Set(),
    heldBack: new Set(),
    postponed: new Map(),
    storing: createPutOff(),
    batch: [],
    later: [],
    waitingCustomers: new Set(),
    nextAttemptAt,
    stoppedBy,
  }
  try {
    for (let queue = list; queue.length > 0; queue = round.later) {
      round.later = []
      round.waitingCustomers = new Set()
      for (const entry of queue) await send(entry, round)
      if (round.batch.length > 0) await sendBatch(round)
    }
  } finally {
    await round.storing.run()
  }
  await storePostponed(round.postponed, deps)
  // A deal of a call is noted after the later work of its customer, because its result is stored later.
  return { ...round, remaining: list.filter((entry) => round.remaining.has(entry)) }
}

async function send(entry: EntryHead, round: Round): Promise<void> {
  const { deps, heldBack, part } = round
  if (entry.state === 'refused') deps.missingDeals.add(findMissingDeal(entry))
  if (!isOnItsWay(entry) || needsMissingDeal(entry, deps)) return
  if (deps.isInterrupted?.()) {
    round.nextAttemptAt = deps.now()
    return
  }
  if (waitsForBatch(entry, round)) {
    round.later.push(entry)
    round.waitingCustomers.add(entry.customerId)
    return
  }
  if (round.behindPhotos.has(entry.customerId)) return end(entry, { kind: 'records-sent' }, round)
  if (round.stoppedBy || heldBack.has(entry.customerId)) return postpone(entry, round, deps)
  const withoutCall = findEndWithoutCall(entry, part, deps)
  if (withoutCall) return end(entry, withoutCall, round)
  if (!isForBatch(entry, round)) {
    await round.storing.run()
    return endCall(entry, await attempt(entry, part, deps), round)
  }
  round.batch.push(entry)
  if (round.batch.length >= deps.batchSize.entries()) await sendBatch(round)
}

const isForBatch = (entry: EntryHead, { part, deps }: Round): boolean =>
  part === 'records' && deps.together?.isPossible(entry) === true

/** The server records the entries of a call in their order, and none of a customer after one that failed for now. */
function waitsForBatch(entry: EntryHead, round: Round): boolean {
  if (round.waitingCustomers.has(entry.customerId)) return true
  const earlier = round.batch.filter(({ customerId }) => customerId === entry.customerId)
  if (earlier.length === 0) return false
  const isOrdered = isForBatch(entry, round) && entry.work.kind !== 'settlement-delivered'
  return !isOrdered || earlier.some(hasPhotos)
}

const hasPhotos = ({ work }: EntryHead) => 'photos' in work && work.photos.length > 0

async function sendBatch(round: Round): Promise<void> {
  const { batch, deps, storing } = round
  const { together, attemptTogether } = deps
  round.batch = []
  if (!together || !attemptTogether) return
  const meanwhile = () => void storing.run()
  const sent = await attemptTogether(batch, { ...deps, together, meanwhile })
  await storing.run()
  storing.set(async () => {
    const attempts = await sent.store()
    for (const entry of batch) {
      const ended = attempts.get(entry.id)
      if (ended) await endCall(entry, ended, round)
    }
  })
  // The call was full. The entries that wait for a customer are later than the one in the batch.
  round.later.unshift(...sent.unsent)
  for (const { customerId } of sent.unsent) round.waitingCustomers.add(customerId)
  if (!sent.isRecorded) return storing.run()
  const recorded = batch.filter((entry) => !sent.unsent.includes(entry))
  for (const { customerId } of recorded.filter(hasPhotos)) round.behindPhotos.add(customerId)
}

function endCall(entry: EntryHead, ended: Attempt, round: Round): Promise<void> {
  if (isAnswer(ended)) round.deps.noteAnswer()
  return end(entry, ended, round)
}

/** Notes how the attempt at an entry ended, and publishes it. */
async function end(entry: EntryHead, ended: Attempt, round: Round): Promise<void> {
  const { deps } = round
  if ('entry' in ended) {
    deps.pauses.note(ended.entry)
    await deps.onOutcome(ended)
  }
  if (ended.kind === 'records-sent') {
    round.remaining.add(entry)
    round.behindPhotos.add(entry.customerId)
  }
  if (ended.kind === 'refused') deps.missingDeals.add(findMissingDeal(ended.entry))
  round.stoppedBy = findStopReason(ended) ?? round.stoppedBy
  if (!isWaiting(ended)) return
  round.heldBack.add(entry.customerId)
  const dueAt = findNextDueTime('entry' in ended ? ended.entry : entry, deps)
  round.nextAttemptAt = Math.min(round.nextAttemptAt ?? dueAt, dueAt)
}

/**
 * While the server does not have the record of a settlement, it would refuse its delivery, which therefore waits.
 * No other work of the customer waits for a refused or unreadable entry, which may stay so for days.
 */
const needsMissingDeal = ({ work }: EntryHead, { missingDeals }: RoundDeps): boolean =>
  work.kind === 'settlement-delivered' && missingDeals.has(work.invoiceId)

/** The invoice id of a settlement whose record the server does not have; '' for any other entry. */
const findMissingDeal = ({ work, done }: EntryHead) =>
  work.kind === 'settlement' && !done.includes('record') ? work.settlement.invoice_id : ''

/** When an entry that this pass has not sent is due. */
const findNextDueTime = (entry: EntryHead, deps: RoundDeps): number =>
  findLeaseEnd(entry, deps) ??
  Math.max(findDueTime(entry, deps.now(), false), deps.pauses.endFor(entry))

/** @returns undefined when a call is to be made now */
function findEndWithoutCall(
  entry: EntryHead,
  part: EntryPart,
  deps: RoundDeps,
): Attempt | undefined {
  if (part === 'records' && deps.nextStep(entry)?.isPhotoStep) return { kind: 'records-sent' }
  const at = findLeaseEnd(entry, deps) ?? findDueTime(entry, deps.now(), deps.isWoken === true)
  return Math.max(at, deps.pauses.endFor(entry)) > deps.now() ? { kind: 'not-due' } : undefined
}
