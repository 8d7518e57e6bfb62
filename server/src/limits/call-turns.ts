import type { FastifyInstance } from 'fastify'
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

/** Enough to keep the database busy, and less than half of its connections. */
const AT_ONCE = 4

const RETRY_AFTER_SECONDS = 10

function unavailable(): AppError {
  const message = 'Too many calls wait. Please try again later.'
  return new AppError('unavailable', message, undefined, RETRY_AFTER_SECONDS)
}

/** A runner whose calls read or write much, again and again, delays each call of the others by a few of those. */
export function takeTurns(app: FastifyInstance): void {
  const newTurns = (atOnce = AT_ONCE) =>
    new FairTurns({
      atOnce,
      mostPerRunner: CALLS_AT_ONCE.perRunner,
      most: CALLS_AT_ONCE.total,
      refusal: unavailable,
    })
  app.decorate('callsAtOnce', limitCallsAtOnce(CALLS_AT_ONCE))
  // A comparison reads all that a phone has ever sent. Four of them would delay each call of the others by all four.
  const turns = { reads: newTurns(), writes: newTurns(), comparisons: newTurns(1) }
  app.decorate('callTurns', turns)
}
