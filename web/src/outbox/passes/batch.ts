/**
 * One attempt at several entries in one call. Each has a result of its own: a failed one holds up no other. A batch has
 * a bounded number of entries and bytes, so that its size does not depend on how many entries wait.
 */
import { isSignedOut } from '../../api/failure.ts'
import {
  isSendFailure,
  OtherRunner,
  type Acknowledged,
  type Attempt,
  type SendFailure,
} from '../deps.ts'
import type { EntryHead, OutboxEntry } from '../entry.ts'
import { isRefusal } from '../transport/refusals.ts'
import { findStopReason, isWaiting } from './attempt-end.ts'
import {
  attempt,
  claim,
  isOfOtherEpoch,
  requireOwner,
  toFailed,
  toReleased,
  withAcknowledged,
  withFailure,
  type BatchDeps,
  type SentBatch,
} from './executor.ts'
import { isLeasedBy, withoutLease } from './lease.ts'

/** How the attempts ended, by the id of the entry. */
type Attempts = Map<string, Attempt>

/**
 * @param heads in the order in which the server must receive them, as many as a batch may have. None is a single order
 *   without an order id, which would be held instead of sent
 */
export async function attemptTogether(
  heads: readonly EntryHead[],
  deps: BatchDeps,
): Promise<SentBatch> {
  const { taken, attempts } = await takeFitting(heads, deps)
  deps.meanwhile()
  const results = taken.length > 0 ? await trySend(taken, attempts, deps) : undefined
  const unsent = heads.filter(({ id }) => !attempts.has(id))
  if (!results) return { unsent, isRecorded: false, store: () => Promise.resolve(attempts) }
  return {
    unsent,
    isRecorded: taken.length === attempts.size && results.every(isAcknowledged),
    async store() {
      await storeResults(taken, results, attempts, deps)
      return attempts
    },
  }
}

/** @returns a result for each entry; undefined when the attempts have ended without one */
async function trySend(
  taken: readonly OutboxEntry[],
  attempts: Attempts,
  deps: BatchDeps,
): Promise<readonly Result[] | undefined> {
  try {
    await deps.refreshSession()
    const results = await sendTaken(taken, deps)
    if (results) return results
    await attemptEach(taken, attempts, deps)
  } catch (error) {
    if (!(error instanceof OtherRunner)) throw error
    await deps.changeEntries(idsOf(taken), (stored) => toReleased(stored, deps), { isLease: true })
    for (const { id } of taken) attempts.set(id, { kind: 'other-runner' })
  }
  return undefined
}

/** What has to wait for an earlier entry of its customer, or for the end of the pass, goes back unsent. */
async function attemptEach(
  taken: readonly OutboxEntry[],
  attempts: Attempts,
  deps: BatchDeps,
): Promise<void> {
  const waiting = new Set<string>()
  const unsent: string[] = []
  let isStopped = false
  for (const entry of taken) {
    if (isStopped || waiting.has(entry.customerId)) {
      attempts.delete(entry.id)
      unsent.push(entry.id)
      continue
    }
    const ended = await attempt(entry, 'records', deps)
    attempts.set(entry.id, ended)
    isStopped = findStopReason(ended) !== undefined
    if (isWaiting(ended)) waiting.add(entry.customerId)
  }
  if (unsent.length > 0)
    await deps.changeEntries(unsent, (stored) => toReleased(stored, deps), { isLease: true })
}

const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id)

/** Takes the first entries that fit into the call together, at least one. */
async function takeFitting(heads: readonly EntryHead[], deps: BatchDeps) {
  const attempts: Attempts = new Map(heads.map(({ id }) => [id, { kind: 'lease-lost' }]))
  let left = deps.batchSize.bytes()
  let isFull = false
  let isOver = false
  const take = (stored: OutboxEntry) => {
    const bytes = deps.together.measure(stored)
    isFull ||= bytes > left && left < deps.batchSize.bytes()
    if (isFull || isOver) attempts.delete(stored.id)
    else left -= bytes
    if (isFull || isOver) return undefined
    if (!isOfOtherEpoch(stored, deps)) return claim(stored, deps)
    // Its record can be sent again, but the photos that the server had may be lost. What is later waits with it.
    attempts.set(stored.id, { kind: 'other-epoch' })
    isOver = true
    return undefined
  }
  const taken = await deps.changeEntries(idsOf(heads), take, { isLease: true })
  deps.batchSize.noteTaken(taken.length, isFull)
  return { attempts, taken }
}

type Result = Acknowledged | SendFailure

/** @returns a result for each entry; undefined when each needs a call of its own */
async function sendTaken(
  taken: readonly OutboxEntry[],
  deps: BatchDeps,
): Promise<readonly Result[] | undefined> {
  const { together, batchSize, now } = deps
  const startedAt = now()
  const guard = {
    requireOwner: () => taken.forEach((entry) => requireOwner(entry, deps)),
    epoch: deps.epoch,
  }
  try {
    const results = await together.send(taken, guard)
    batchSize.note({ ms: now() - startedAt })
    return results
  } catch (error) {
    if (!isSendFailure(error)) throw error
    batchSize.note({ failure: error })
    return taken.length > 1 && isOfCall(error) ? undefined : taken.map(() => error)
  }
}

/** A refusal of the whole call, such as its size at an intermediary, is no answer to the entries in it. */
const isOfCall = (failure: SendFailure) => isRefusal(failure) && !isSignedOut(failure)

/** Stores all results: one transaction for what is received, and one for everything else. */
async function storeResults(
  taken: readonly OutboxEntry[],
  results: readonly Result[],
  attempts: Attempts,
  deps: BatchDeps,
): Promise<void> {
  const resultOf = new Map(taken.map(({ id }, at) => [id, results[at]]))
  const received: OutboxEntry[] = []
  const others: string[] = []
  for (const entry of taken) {
    const result = resultOf.get(entry.id)
    const acknowledged = result && isAcknowledged(result) && withAcknowledged(entry, result)
    if (acknowledged && !deps.nextStep(acknowledged)) received.push(acknowledged)
    else others.push(entry.id)
  }
  if (received.length > 0) await deps.markReceived(received)
  for (const entry of received) attempts.set(entry.id, { kind: 'received', entry })
  const change = (stored: OutboxEntry) => withResult(stored, resultOf.get(stored.id), deps)
  const stored = others.length > 0 ? await deps.changeEntries(others, change) : []
  const storedOf = new Map(stored.map((entry) => [entry.id, entry]))
  for (const id of others) attempts.set(id, toAttempt(storedOf.get(id), resultOf.get(id), deps))
}

const isAcknowledged = (result: Result): result is Acknowledged => result.kind === 'acknowledged'

function withResult(
  stored: OutboxEntry,
  result: Result | undefined,
  deps: BatchDeps,
): OutboxEntry | undefined {
  if (!result) return undefined
  if (!isAcknowledged(result)) return withFailure(stored, result, deps)
  const acknowledged = withAcknowledged(stored, result)
  return isLeasedBy(stored, deps.sender) ? withoutLease(acknowledged, 'waiting') : acknowledged
}

/** @param stored the entry after its result; undefined when it is gone or another sender has it */
function toAttempt(
  stored: OutboxEntry | undefined,
  result: Result | undefined,
  { sender }: BatchDeps,
): Attempt {
  if (result && !isAcknowledged(result)) return toFailed(stored, result)
  const isOthers = stored?.lease !== undefined && stored.lease.by !== sender
  return { kind: stored && !isOthers ? 'records-sent' : 'lease-lost' }
}
