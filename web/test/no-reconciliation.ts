import type { Reconciliation } from '../src/outbox/deps.ts'

/** For the outbox of a test that compares nothing with a server. */
export const noReconciliation: Reconciliation = {
  storeSent: () => Promise.resolve(),
  readLatest: () => Promise.resolve(undefined),
  readEpoch: () => Promise.resolve(undefined),
  storeFirstEpoch: () => Promise.resolve(false),
  reconcile: () => Promise.resolve(false),
}
