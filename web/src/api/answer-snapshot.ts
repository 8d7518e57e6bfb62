import type * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'
import type { SnapshotName } from '../state/snapshots.ts'
import { owner } from '../state/session.ts'
import { ApiFailure, isSignedOut } from './failure.ts'
import { queryClient, sessionKey } from './query-client.ts'

/** An answer of the server, or an earlier one that is used instead. */
export interface SnapshotAnswer<T> {
  readonly value: T
  /** Only of an earlier answer: when the server last gave it, ms since 1970. */
  readonly storedAt?: number
}

/**
 * Stores the text of an answer as its snapshot. The screen does not wait for the storage and does not fail with it.
 * Without an owner nothing is stored.
 */
export function storeAnswer(name: SnapshotName, text: string): void {
  const ofOwner = owner()
  if (ofOwner === '') return
  import('../state/snapshots.ts')
    // The runner may have signed out while the module loaded (ruling 8).
    .then(async ({ storeSnapshot }) => {
      if (owner() === ofOwner) await storeSnapshot(name, text)
    })
    .catch((error: unknown) => reportProblem(`Snapshot not stored: ${name}`, error))
}

/**
 * The newest earlier answer, after a failed call: the one in memory or its snapshot. The snapshot is older when the phone
 * was too full to store the last answer, and newer when another tab has stored one.
 * @param name also the key of the query
 * @throws the failure when there is no earlier answer
 */
export async function readSnapshotInstead<TSchema extends v.GenericSchema>(
  failure: unknown,
  name: SnapshotName,
  accepts: TSchema,
): Promise<SnapshotAnswer<v.InferOutput<TSchema>>> {
  if (!(failure instanceof ApiFailure) || isSignedOut(failure) || owner() === '') throw failure
  const state = queryClient.getQueryState<SnapshotAnswer<v.InferOutput<TSchema>>>(sessionKey(name))
  const known = state?.data && { storedAt: state.dataUpdatedAt, ...state.data }
  const { readSnapshot } = await import('../state/snapshots.ts')
  // A storage that cannot be read counts as empty.
  const snapshot = await readSnapshot(name, accepts).catch(() => undefined)
  if (known && !(snapshot && snapshot.storedAt > known.storedAt)) return known
  if (!snapshot) throw failure
  return snapshot
}
