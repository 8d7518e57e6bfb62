import type { ErrorCode } from '@veni/domain/api/endpoint'

/** Why a call gave no answer that counts. */
export type FailureKind =
  /** No reply within the call's time. */
  | 'timeout'
  /** No network at all (the synthetic 503). */
  | 'network'
  /** A reply with a status outside 2xx. */
  | 'status'
  /** Status 2xx, but not what was asked for: HTML, half a JSON, another shape (ruling 25). */
  | 'bad-reply'

export interface FailureDetail {
  readonly status?: number
  readonly statusText?: string
  /** Present when the reply is our own server's refusal. */
  readonly code?: ErrorCode
  /** How long the server asked to wait (429, 503), in ms. */
  readonly retryAfterMs?: number
  /** Text of the reply: a 500 may still carry customers. */
  readonly body?: string
}

export class ApiFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly detail: FailureDetail = {},
  ) {
    super(`${kind} ${detail.status ?? ''} ${detail.code ?? ''}`.trim())
    this.name = 'ApiFailure'
  }
}

/** What a refusal says about the next attempt. Only seconds count, as our server sends them. */
export function readRetryAfter(headers: Headers): Pick<FailureDetail, 'retryAfterMs'> {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}
}

/** How long to wait before the next attempt at least, in ms; 0 when the server did not say. */
export const retryAfterOf = (error: unknown): number =>
  error instanceof ApiFailure ? (error.detail.retryAfterMs ?? 0) : 0

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiFailure && error.detail.status === 401
}

/** A plain portal does not have the call (ruling 2). Our own server's 404 about a record is not that. */
export function isNotOffered(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    error.detail.code === undefined &&
    [404, 405, 501].includes(error.detail.status ?? 0)
  )
}
