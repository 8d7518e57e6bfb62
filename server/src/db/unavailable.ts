import pg from 'pg'
import { ObjectStoreUnavailable } from '../errors.ts'
import { NO_ANSWER } from './connections.ts'

/** The embedded database does not run at this moment. It is being opened again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** Why a call cannot be answered now, and can be later. */
export type Outage = 'disk full' | 'no database' | 'no object store' | 'lock conflict'

/** @returns undefined for every failure that a later attempt would meet again */
export function findOutage(error: unknown): Outage | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== undefined && FULL.has(code)) return 'disk full'
    if (cause instanceof ObjectStoreUnavailable) return 'no object store'
    if (isLockConflict(cause)) return 'lock conflict'
    if (isLostConnection(cause, code)) return 'no database'
  }
  return undefined
}

/**
 * The message of the innermost cause: the driver's own message has the statement with its data. A host with several
 * addresses fails with an `AggregateError`, whose own message is empty.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

/** Whether PostgreSQL ended the transaction because another one was in its way. */
export const isLockConflict = (error: unknown): boolean =>
  isEndedForOther(error) || isLockTimeout(error)

/** A failed serialization, and a deadlock: at its next attempt the transaction can find the way free. */
export const isEndedForOther = (error: unknown): boolean => hasCode(error, ['40001', '40P01'])

/** A lock that another transaction had for as long as this one was to wait. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, ['55P03'])

function hasCode(error: unknown, codes: readonly string[]): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== undefined && codes.includes(code)) return true
  }
  return false
}

/** A full disk and a full quota; 53100 is PostgreSQL's name for both. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100'])

function isLostConnection(error: Error, code = ''): boolean {
  if (error instanceof DatabaseUnavailable) return true
  // Class 53: too few resources, such as connections. 57: PostgreSQL stops, starts, has crashed, or has ended a statement
  // that took too long. 08: connections. 25006: a standby, which takes no writes, has the address of the primary.
  if (error instanceof pg.DatabaseError) return /^(53|57|08|25006|25P03)/.test(code)
  return UNREACHABLE.has(code) || error.message === NO_ANSWER || LOST.test(error.message)
}

/** The machine of PostgreSQL does not answer, or nothing listens there. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** The driver's own failures have no code. A call whose sender has gone away can last longer than the server. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end)/
