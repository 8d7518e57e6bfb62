/**
 * Which failed calls are refused. A refusal is final. A call that a plain portal does not offer is
 * skipped (api/failure.ts). Every other failure is temporary, also each 5xx, and
 * retry-policy.ts decides when the attempt is repeated.
 */
import type { ErrorCode } from '@veni/domain/api/endpoint'
import { ApiFailure, isSignedOut, retryAfterOf } from '../../api/failure.ts'
import { isOurServer } from '../../api/client.ts'
import { appConfig } from '../../app-config.ts'
import type { PhoneFailure } from '../../storage/storage-problem.ts'

/** Any other 4xx is a refusal by a rule, except the 401 of an ended session and two kinds of 409. */
const TEMPORARY_STATUSES = new Set([408, 425, 429])
/** A request in progress, and a restored database with which the phone compares first. */
const TEMPORARY_CODES: ReadonlySet<string | undefined> = new Set(['in-progress', 'epoch-ended'])

/** This is also true for the 401 of an ended session: ask `isSignedOut` first. */
export function isRefusal(failure: ApiFailure | PhoneFailure): boolean {
  if (failure.kind === 'photo-lost') return true
  if (failure.kind !== 'status') return false
  const { status = 0, code } = failure.detail
  const isFinal = !TEMPORARY_STATUSES.has(status) && !TEMPORARY_CODES.has(code)
  return status >= 400 && status <= 499 && isFinal
}

/** Whether the phone must first compare what it has sent, because the database was restored. */
export const hasEpochEnded = (failure: ApiFailure | PhoneFailure): boolean =>
  failure.kind === 'status' && failure.detail.code === 'epoch-ended'

/** Whether the same call can succeed later, perhaps after the next sign-in. */
export const isTemporary = (failure: ApiFailure): boolean =>
  isSignedOut(failure) || !isRefusal(failure)

/** Statuses that an intermediary may send in its own words: not signed in, too large. */
const INTERMEDIARY_STATUSES = new Set([401, 413])

/**
 * Our server's refusals have a code. A 4xx or 501 without one, also the 404 of a plain portal for a call that
 * it does not have, comes from an intermediary such as a captive portal: it is temporary.
 */
export function isFromIntermediary(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || !isOurServer()) return false
  const { status = 0, code } = error.detail
  const isRefusing = (status >= 400 && status < 500) || status === 501
  return isRefusing && code === undefined && !INTERMEDIARY_STATUSES.has(status)
}

/** Statuses by which an image host refuses a photo for good (ruling 20). */
const PHOTO_REFUSAL_STATUSES = new Set([400, 413, 415, 422])

/** Our own server refuses with a code: an intermediary may have its own limit. */
export function isPhotoRefused({ detail: { status = 0, code } }: ApiFailure): boolean {
  const isRefusal = PHOTO_REFUSAL_STATUSES.has(status)
  return isRefusal && (code !== undefined || appConfig().imageHostUrl !== '')
}

/** A 401 or 404 of an image host has no meaning for our session or our extensions: all but a refusal is temporary. */
export function toHostFailure(error: unknown): unknown {
  const isOther = error instanceof ApiFailure && error.kind === 'status' && !isPhotoRefused(error)
  return isOther ? toBadReply(error) : error
}

/** A reply that counts for nothing, except how long it asks to wait. */
export function toBadReply(error: unknown): ApiFailure {
  const retryAfterMs = retryAfterOf(error)
  return new ApiFailure('bad-reply', retryAfterMs > 0 ? { retryAfterMs } : {})
}

/** No sign-in, a part that is too large for an intermediary, or too many calls. */
const UPLOAD_STATUSES = new Set([401, 413, 429])

/**
 * Whether a failed tus call has its cause in the session, the server or the photo. A refusal of the protocol itself (an
 * offset, a lock, a missing upload) is temporary and is none of these. Only our server refuses a photo for its type.
 */
export function isUploadFailure(status: number, code: ErrorCode | undefined): boolean {
  return UPLOAD_STATUSES.has(status) || status >= 500 || (status === 415 && code !== undefined)
}
