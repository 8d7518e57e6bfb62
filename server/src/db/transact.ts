import type { DbOrTx, Tx } from './client.ts'

/** Runs work in one transaction. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export const transactIn =
  (db: DbOrTx): Transact =>
  (work) =>
    db.transaction(work)
