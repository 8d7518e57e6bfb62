import type { DbOrTx, Tx } from './client.ts'
import { isEndedForOther } from './unavailable.ts'

/** Runs work in one transaction. The work may run twice, so what it changes outside of the database must not add up. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Repeats the transaction when PostgreSQL ended it in favour of another one. After the last attempt the failure is
 * passed on, which a route answers with 503. A transaction that has waited too long for a lock does not begin again: the
 * caller has waited long enough.
 *
 * All writers lock in one order, so that two of them never wait for each other; the repeat is for what the order does not
 * cover:
 * 1. the office's lock of all imports, or the session of the runner;
 * 2. the row of the phone's entry, then the key of each call, which never waits;
 * 3. the customer; several customers by their ids;
 * 4. the order, the settlement or the conflict of the customer;
 * 5. what the writer inserts: a deal reserves its visit first. Works reserve the visits of all their deals before step 4.
 *
 * A writer may leave out a step, and never goes back to an earlier one. `overlapping-writes.test.ts` proves it. Only an
 * erase locks recorded entries after the customer, by their ids as a comparison does: who has locked recorded entries
 * waits for no customer.
 */
export const transactIn =
  (db: DbOrTx): Transact =>
  async (work) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await db.transaction(work)
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !isEndedForOther(error)) throw error
        repeatedTransactions.count += 1
      }
  }

const MOST_ATTEMPTS = 4

/** Of this process since its start. */
export const repeatedTransactions = { count: 0 }
