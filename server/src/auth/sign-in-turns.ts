import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { FairTurns } from '../limits/fair-turns.ts'
import { networkOf } from './network.ts'

/** Runs work for a phone with this address when it is its turn. Throws `rate-limited` when it cannot wait. */
export type TakeTurn = <T>(address: string, work: () => Promise<T>) => Promise<T>

/**
 * One takes about 2 ms with PostgreSQL and up to 50 ms with the embedded database, so the last of these has its turn
 * within the 10 s that a phone waits, unless other networks with fewer sign-ins come meanwhile.
 */
const MOST_WAITING = 100
const RETRY_AFTER_SECONDS = 5

/**
 * All sign-ins wait for one lock of the database. So a server lets one work at a time, and the calls of signed-in
 * runners always find a connection. The networks have their turns one after the other, so that one with many sign-ins
 * takes no place from another. The refusal is 429: after a 503 a phone continues without a session.
 */
export function createSignInTurns(): TakeTurn {
  const turns = new FairTurns<string>({
    atOnce: 1,
    mostPerRunner: MOST_WAITING,
    most: MOST_WAITING,
    refusal: tooMany,
  })
  return (address, work) =>
    turns.take(networkOf(address), async () => {
      // The embedded database works in this thread: without a pause no other request would be read.
      await yieldToRequests()
      return work()
    })
}

function tooMany(): AppError {
  const message = 'Too many sign-ins at the moment. Please try again in a few seconds.'
  return new AppError('rate-limited', message, undefined, RETRY_AFTER_SECONDS)
}
