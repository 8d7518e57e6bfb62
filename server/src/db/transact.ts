import type { DbOrTx, Tx } from './client.ts'
import { isLockConflict } from './unavailable.ts'

/** Runs work in one transaction. The work may run twice, so what it changes outside of the database must not add up. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Repeats the transaction when PostgreSQL ended it in favour of another one. All writers lock in one order: session,
 * customer, order or settlement, and then what they insert; so this is for what the order does not cover. After the last
 * attempt the failure is passed on, which a route answers with 503.
 */
export const transactIn =
  (db: DbOrTx): Transact =>
  async (work) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await db.transaction(work)
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !isLockConflict(error)) throw error
      }
  }

const MOST_ATTEMPTS = 4
