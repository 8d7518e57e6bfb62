/** The newest failure of the list, remembered until an answer comes. */
import { isSignedOut } from '../../api/failure.ts'
import type { QueryState } from '../../api/query.ts'

export interface LastFailure {
  readonly error: Error
  /** No further attempt was left. Stays true while the list is asked for again, so that nothing jumps. */
  readonly isFinal: boolean
  /** The phone had no network at all. Stays true as `isFinal` does. */
  readonly isOffline: boolean
}

/** What the query says about the attempts; a new fetch forgets the failure of the one before. */
export type AttemptState = Pick<QueryState<unknown>, 'data' | 'error' | 'failureReason'>

/** @returns `last` itself when nothing changed */
export function nextFailure(
  last: LastFailure | undefined,
  { data, error, failureReason }: AttemptState,
  isOnline = navigator.onLine,
): LastFailure | undefined {
  const newest = failureReason ?? error
  // A lost session leads to /login; until it does, demo rows must not flash up.
  if (isSignedOut(newest)) return last
  if (newest === null) return data === undefined ? last : undefined
  const isFinal = error !== null || last?.isFinal === true
  const isOffline = !isOnline || last?.isOffline === true
  const isSame = last?.error === newest && last.isFinal === isFinal && last.isOffline === isOffline
  return isSame ? last : { error: newest, isFinal, isOffline }
}
