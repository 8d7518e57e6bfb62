import { type ErrorCode, errorStatuses } from '@veni/domain/api/endpoint'
import type { ErrorReply } from '@veni/domain/api/protocol'
import type { FastifyError, FastifyInstance } from 'fastify'
import { findOutage } from '../db/unavailable.ts'
import { AppError, internalError, type RefusedField } from '../errors.ts'
import { type Log, withFields } from '../log.ts'
import { fullDisk } from '../space/refuse-writes.ts'
import { fieldsOf } from './trace-context.ts'

/** Answers every refusal and every failure in the shape of the contract. */
export function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    const refusal = error instanceof AppError ? error : fromFramework(error)
    const call = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    const { code, message, fields, retryAfterSeconds } =
      refusal ?? toRefusal(error, withFields(log, fieldsOf(request)), call)
    request.refusal = code
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(errorStatuses[code]).send(errorReply(code, message, fields))
  })
}

/** What a phone learns about any failure. Logs every failure that is no refusal. */
export function toRefusal(error: unknown, log: Log, call: string): AppError {
  if (error instanceof AppError) return error
  log.error(`${call} failed`, error)
  return fromOutage(error) ?? internalError()
}

export function errorReply(code: ErrorCode, message: string, fields?: RefusedField[]): ErrorReply {
  return { error: { code, message, ...(fields && { fields }) } }
}

/** A failure that a later attempt may not meet. It is logged, because the operator can end it. */
function fromOutage(error: unknown): AppError | undefined {
  const outage = findOutage(error)
  if (outage === 'disk full') return fullDisk()
  if (outage === undefined) return undefined
  if (outage === 'no object store')
    return unavailable('The store of the photos does not answer. Please try again later.')
  return outage === 'lock conflict'
    ? unavailable('Another request is changing the same records. Please try again.')
    : databaseUnavailable()
}

export const databaseUnavailable = () =>
  unavailable('The database does not answer. Please try again later.')

const unavailable = (sentence: string) =>
  new AppError('unavailable', sentence, undefined, RETRY_AFTER_SECONDS)

/** The embedded database opens again within seconds. */
const RETRY_AFTER_SECONDS = 5

/** Fastify and its plugins refuse unreadable JSON, too large bodies and unknown content types before a handler runs. */
function fromFramework(error: FastifyError): AppError | undefined {
  const status = error.statusCode ?? 500
  if (status >= 500) return undefined
  const code = codeOfStatus[status] ?? 'bad-request'
  // Fastify repeats the type that was sent.
  return new AppError(code, code === 'wrong-type' ? 'Unsupported Media Type' : error.message)
}

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  404: 'not-found',
  413: 'too-large',
  415: 'wrong-type',
  429: 'rate-limited',
}
