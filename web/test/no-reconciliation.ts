import type { Reconciliation } from '../src/outbox/deps.ts'

/** For an outbox whose server never loses anything. */
export const noReconciliation: Reconciliation = {
  storeSent: () => Promise.resolve(),
  readLatest: () => Promise.resolve(undefined),
  readEpoch: () => Promise.resolve(undefined),
  storeFirstEpoch: () => Promise.resolve(false),
  reconcile: () => Promise.resolve(false),
}
