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
  ) {
    super(message)
    this.status = errorStatuses[code]
  }
}

/** A missing record and another runner's record get the same answer, so that an id reveals nothing. */
export function notFound(): AppError {
  return new AppError('not-found', 'There is no such thing, or it is not yours.')
}

/** The answer to an unexpected error: it must not reveal what went wrong inside. */
export function internalError(): AppError {
  return new AppError('internal', 'Something went wrong on our side.')
}
