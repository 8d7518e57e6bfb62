import { type ErrorCode, errorStatuses } from '@veni/domain/endpoint'
import type { ErrorReply } from '@veni/domain/api/protocol'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Log } from './log.ts'

export type RefusedField = { path: string; reason: string }

/** A refusal that a user or a client can cause; its code and sentence go out as they are. Everything else is a bug and answers 500. */
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

/** The same answer for what is not there and for what is another runner's: an id tells nothing. */
export function notFound(): AppError {
  return new AppError('not-found', 'There is no such thing, or it is not yours.')
}

/** Every refusal leaves the server through here, in the contract's shape. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    const refusal = error instanceof AppError ? error : fromFramework(error)
    if (!refusal)
      log.error(`${request.method} ${request.routeOptions.url ?? 'unknown'} failed`, error)
    const { code, message, fields } = refusal ?? unknownFailure
    return reply.code(errorStatuses[code]).send(errorReply(code, message, fields))
  })
}

export function errorReply(code: ErrorCode, message: string, fields?: RefusedField[]): ErrorReply {
  return { error: { code, message, ...(fields && { fields }) } }
}

/** A 5xx never says what went wrong inside. */
const unknownFailure = new AppError('internal', 'Something went wrong on our side.')

/** What Fastify and its plugins refuse before a handler runs: unreadable JSON, too large a body, an unknown content type. */
function fromFramework(error: FastifyError): AppError | undefined {
  const status = error.statusCode ?? 500
  if (status >= 500) return undefined
  const code = codeOfStatus[status] ?? 'bad-request'
  return new AppError(code, error.message)
}

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  404: 'not-found',
  413: 'too-large',
  415: 'wrong-type',
  429: 'rate-limited',
}
