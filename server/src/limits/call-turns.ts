import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { CALLS_AT_ONCE, limitCallsAtOnce } from './calls-at-once.ts'
import { FairTurns } from './fair-turns.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `rate-limited` and `unavailable` when too many calls are on their way. */
    callsAtOnce: ReturnType<typeof limitCallsAtOnce>
    /** The turns of the runners' calls at the database. A write that waits for a lock delays no read. */
    callTurns: Readonly<Record<'reads' | 'writes' | 'comparisons', FairTurns>>
  }
}

/** Enough to keep the embedded database busy, which works on one statement at a time. */
const AT_ONCE = 4
/**
 * A write of a deal waits for PostgreSQL about twenty times, so that a few of them leave both sides idle. With the reads
 * and the questions that are asked together it leaves two of the twenty connections free.
 */
const WRITES_AT_ONCE = 10

const RETRY_AFTER_SECONDS = 10

function unavailable(): AppError {
  const message = 'Too many calls wait. Please try again later.'
  return new AppError('unavailable', message, undefined, RETRY_AFTER_SECONDS)
}

/** A runner whose calls read or write much, again and again, delays each call of the others by a few of those. */
export function takeTurns(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const newTurns = (atOnce = AT_ONCE) =>
    new FairTurns({
      atOnce,
      mostPerRunner: CALLS_AT_ONCE.perRunner,
      most: CALLS_AT_ONCE.total,
      refusal: unavailable,
    })
  app.decorate('callsAtOnce', limitCallsAtOnce(CALLS_AT_ONCE))
  // A comparison reads all that a phone has ever sent. Four of them would delay each call of the others by all four.
  const writesAtOnce = config.databaseUrl === undefined ? AT_ONCE : WRITES_AT_ONCE
  const turns = {
    reads: newTurns(),
    writes: newTurns(writesAtOnce),
    comparisons: newTurns(1),
  }
  app.decorate('callTurns', turns)
}
