import type * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'
import type { SnapshotName } from '../state/snapshots.ts'
import { owner } from '../state/session.ts'
import { ApiFailure, isSignedOut } from './failure.ts'

/** An answer of the server, or its snapshot. */
export interface SnapshotAnswer<T> {
  readonly value: T
  /** Only of a snapshot: when the server last gave the answer, ms since 1970. */
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

/** Reads the snapshot after a failed call. Throws the failure when there is no snapshot. */
export async function readSnapshotInstead<TSchema extends v.GenericSchema>(
  failure: unknown,
  name: SnapshotName,
  accepts: TSchema,
): Promise<SnapshotAnswer<v.InferOutput<TSchema>>> {
  if (!(failure instanceof ApiFailure) || isSignedOut(failure) || owner() === '') throw failure
  const { readSnapshot } = await import('../state/snapshots.ts')
  // A storage that cannot be read counts as empty.
  const snapshot = await readSnapshot(name, accepts).catch(() => undefined)
  if (!snapshot) throw failure
  return snapshot
}
