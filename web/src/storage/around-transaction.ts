/** What surrounds each transaction of the phone's databases: nothing, except in the fault simulation and in tests. */
import type { AroundTransaction } from './transaction.ts'

const direct: AroundTransaction = (_transaction, run) => run()

let around = direct

/** @returns removes it */
export function provideAroundTransaction(provided: AroundTransaction): () => void {
  around = provided
  return () => {
    around = direct
  }
}

export const aroundTransaction: AroundTransaction = (transaction, run) => around(transaction, run)
