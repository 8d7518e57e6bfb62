import { setImmediate as yieldToRequests } from 'node:timers/promises'
import pLimit from 'p-limit'
import { AppError } from '../errors.ts'

/** Runs work when it is its turn. Throws `rate-limited` when too many wait already. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * One takes about 2 ms with PostgreSQL and up to 50 ms with the embedded database, so the last of these has its turn
 * within the 10 s that a phone waits.
 */
const MOST_WAITING = 100
const RETRY_AFTER_SECONDS = 5

/**
 * All sign-ins wait for one lock of the database. So a server lets one work at a time, and the calls of signed-in
 * runners always find a connection. The refusal is 429: after a 503 a phone continues without a session.
 */
export function createSignInTurns(): TakeTurn {
  const turns = pLimit(1)
  return async (work) => {
    if (turns.pendingCount >= MOST_WAITING) throw tooMany()
    return turns(async () => {
      // The embedded database works in this thread: without a pause no other request would be read.
      await yieldToRequests()
      return work()
    })
  }
}

function tooMany(): AppError {
  const message = 'Too many sign-ins at the moment. Please try again in a few seconds.'
  return new AppError('rate-limited', message, undefined, RETRY_AFTER_SECONDS)
}
