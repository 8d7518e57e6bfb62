import type * as v from 'valibot'
import { reportProblem } from '../lib/report.ts'
import type { SnapshotName } from '../state/snapshots.ts'
import { owner } from '../state/session.ts'
import { ApiFailure, isSignedOut } from './failure.ts'

/** What the portal says, or said when it last could. */
export interface KeptAnswer<T> {
  readonly value: T
  /** Of an answer that the phone had kept: when it came, ms since 1970. */
  readonly savedAt?: number
}

/**
 * Keeps an answer on the phone as the text it came in. The screen waits neither for the phone's disk nor for what writes
 * to it, nor fails with them. For nobody nothing is kept.
 */
export function keepAnswer(name: SnapshotName, text: string): void {
  const ofOwner = owner()
  if (ofOwner === '') return
  import('../state/snapshots.ts')
    // Nobody else's: he may have logged out meanwhile (ruling 8).
    .then(async ({ storeSnapshot }) => {
      if (owner() === ofOwner) await storeSnapshot(name, text)
    })
    .catch((error: unknown) => reportProblem(`Not kept on the phone: ${name}`, error))
}

/** What was kept, where the portal gives no answer; its failure where nothing was. */
export async function keptInstead<TSchema extends v.GenericSchema>(
  failure: unknown,
  name: SnapshotName,
  accepts: TSchema,
): Promise<KeptAnswer<v.InferOutput<TSchema>>> {
  if (!(failure instanceof ApiFailure) || isSignedOut(failure) || owner() === '') throw failure
  const { readSnapshot } = await import('../state/snapshots.ts')
  // A phone whose storage cannot be read has nothing kept.
  const kept = await readSnapshot(name, accepts).catch(() => undefined)
  if (!kept) throw failure
  return kept
}
