/**
 * What a failed attempt changes in its entry, when the entry is due again, and when the next pass starts. refusals.ts
 * decides which replies are final. A failure without network does not count as an attempt.
 */
import { errorReplySchema, LONGEST_RETRY_AFTER_S } from '@veni/domain/api/protocol'
import { sharedValuesSchema } from '@veni/domain/customer/seen'
import * as v from 'valibot'
import { isSignedOut, retryAfterOf, type ApiFailure } from '../../api/failure.ts'
import { parseJson } from '../../lib/stored-value.ts'
import { LostPhoto, type PhoneFailure } from '../../storage/storage-problem.ts'
import { isBeforeOrder, type OutboxEntry } from '../entry.ts'
import { isRefusal } from '../transport/refusals.ts'

const FIRST_WAIT_MS = 1_000
/** A photo that cannot be read after so many attempts has lost its file. Later work of its customer waits for it. */
const MOST_READS = 10
/** The longest wait. `findDueTime` ignores a longer one: it comes from a clock that was set back. */
export const LONGEST_WAIT_MS = LONGEST_RETRY_AFTER_S * 1_000

/**
 * 1, 2, 4 … s up to 5 min, each shortened by up to half.
 * @param failures how many attempts have failed, at least 1
 * @param random uniform in [0, 1)
 */
export function computeBackoffMs(failures: number, random: number): number {
  return vary(FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20), random)
}

/** Limits a wait in ms and shortens it by up to half, so that many phones do not call at the same moment. */
const vary = (ms: number, random: number) =>
  Math.round(Math.min(LONGEST_WAIT_MS, ms) * (1 - random / 2))

type AfterFailure = Pick<OutboxEntry, 'state'> &
  Partial<Pick<OutboxEntry, 'attempts' | 'nextAttemptAt' | 'notBefore' | 'refusal'>>

/** What changes in an entry after a failed attempt. */
export function decideRetry(
  entry: OutboxEntry,
  failure: ApiFailure | PhoneFailure,
  now: number,
  random: () => number,
): AfterFailure {
  // The runner has not seen this order as made: only the next press sends it again.
  if (isBeforeOrder(entry)) return { state: 'held', ...findPause(failure, now) }
  if (isSignedOut(failure)) return { state: 'needs-sign-in' }
  const final = entry.attempts >= MOST_READS ? toLost(failure) : failure
  if (isRefusal(final)) return { state: 'refused', refusal: toRefusal(final) }
  // Without network no attempt counts, and the entry gets no new wait: the pass waits instead.
  if (failure.kind === 'network')
    return { state: 'waiting', nextAttemptAt: Math.min(entry.nextAttemptAt, now) }
  const attempts = entry.attempts + 1
  const backoff = computeBackoffMs(attempts, random())
  const pause = findPause(failure, now)
  return {
    state: 'waiting',
    attempts,
    nextAttemptAt: Math.max(now + backoff, pause.notBefore ?? now),
    ...pause,
  }
}

const toLost = (failure: ApiFailure | PhoneFailure) =>
  failure.kind === 'phone' && failure.photoId !== undefined
    ? new LostPhoto(failure.message, [failure.photoId])
    : failure

/** Of the server. Other work waits for it too, so each entry stores it. */
function findPause(failure: ApiFailure | PhoneFailure, now: number): { notBefore?: number } {
  const retryAfter = Math.min(retryAfterOf(failure), LONGEST_WAIT_MS)
  return retryAfter > 0 ? { notBefore: now + retryAfter } : {}
}

/** @returns when the wait that the server asked for ends; now if there is none, or if it is longer than the longest */
export function findPauseEnd({ notBefore }: Pick<OutboxEntry, 'notBefore'>, now: number): number {
  const end = Math.max(notBefore ?? now, now)
  return end <= now + LONGEST_WAIT_MS ? end : now
}

function toRefusal(failure: ApiFailure | PhoneFailure): OutboxEntry['refusal'] {
  if (failure.kind === 'photo-lost')
    return { status: 0, code: failure.kind, photos: [...failure.photoIds] }
  if (failure.kind === 'phone') return { status: 0, code: failure.kind }
  const { status = 0, code, body } = failure.detail
  const reply = parseJson(body, refusalSchema)
  const fields = reply?.error.fields?.map(({ path }) => path)
  return { status, code, ...(fields && { fields }), ...(reply?.office && { office: reply.office }) }
}

const refusalSchema = v.object({
  ...errorReplySchema.entries,
  office: v.optional(sharedValuesSchema),
})

/**
 * When an entry is due. Only a failed attempt makes it wait. A wait that is longer than the longest comes from a clock
 * that was set back: such an entry is due now.
 */
export function findDueTime(
  { state, attempts, nextAttemptAt }: Pick<OutboxEntry, 'state' | 'attempts' | 'nextAttemptAt'>,
  now: number,
  isWoken: boolean,
): number {
  const isFar = nextAttemptAt > now + LONGEST_WAIT_MS
  return state === 'needs-sign-in' || attempts === 0 || isFar || isWoken ? now : nextAttemptAt
}

/**
 * When the next pass starts.
 * @param nextAttemptAt when the next entry is due; undefined when none waits for a time
 * @param networkMissingSince since when each pass had no network; undefined when the last one had it
 */
export function findNextPassTime(
  nextAttemptAt: number | undefined,
  networkMissingSince: number | undefined,
  now: number,
  random: () => number,
): number {
  // As long as the network has been missing. The number of passes does not count: each new deal starts one.
  const networkWait =
    networkMissingSince === undefined
      ? Infinity
      : vary(Math.max(FIRST_WAIT_MS, now - networkMissingSince), random())
  // A tab that has ended may have left work without publishing it, so there is always a next pass.
  const latest = now + Math.min(networkWait, LONGEST_WAIT_MS)
  // The next pass also starts at the next due time after a failure of the network. Perhaps only a large photo failed,
  // and the weak connection can still send a record.
  return Math.min(nextAttemptAt ?? Infinity, latest)
}
