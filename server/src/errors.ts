import { type ErrorCode, errorStatuses } from '@veni/domain/api/endpoint'

/** `path` is the dotted path of a field in the body. */
export type RefusedField = { path: string; reason: string }

/** A refusal that a user or a client can cause. Its code and message are sent as they are; any other error answers 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: RefusedField[],
    /** Seconds until the same request may succeed; sent as `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message)
    this.status = errorStatuses[code]
  }
}

/** A missing record and another runner's record get the same answer, so that an id reveals nothing. */
export function notFound(): AppError {
  return new AppError('not-found', 'The record does not exist, or it belongs to another runner.')
}

/** The answer to an unexpected error: it must not reveal what went wrong inside. */
export function internalError(): AppError {
  return new AppError('internal', 'Something went wrong on our side.')
}

/** A failure that the operator can fix. It is reported as one sentence with exit code 1, and without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  /** The sentence without values, for the log of a server whose operator has gone; only when data were discarded. */
  readonly forLog?: string
}

/** The disk has too little space to open the database. */
export class FullDiskError extends OperatorError {
  override name = 'FullDiskError'
}

/** The object store does not answer, or refuses a call. */
export class ObjectStoreUnavailable extends Error {
  override name = 'ObjectStoreUnavailable'
}

/** Asserts what can only be false because of a bug; a mistake of a user is an `AppError`. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Bug: ${message}`)
}
