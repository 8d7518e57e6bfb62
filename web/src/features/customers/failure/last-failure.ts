/** The newest failure of the list, which shows until an answer comes. */
import type { UseQueryResult } from '@tanstack/react-query'
import { isUnreachable } from '../../../api/customer-list.ts'
import { isSignedOut } from '../../../api/failure.ts'

export interface LastFailure {
  readonly error: Error
  /** It was the last attempt. Stays true while the list is fetched again, so that nothing jumps. */
  readonly isFinal: boolean
  /** No server was reachable. Stays true as `isFinal` does. */
  readonly isUnreachable: boolean
}

/** The attempts of the query. A new fetch clears the failure of the one before. */
export type AttemptState = Pick<UseQueryResult, 'data' | 'error' | 'failureReason'>

/** @returns `last` itself when nothing changed */
export function nextFailure(
  last: LastFailure | undefined,
  { data, error, failureReason }: AttemptState,
): LastFailure | undefined {
  const newest = failureReason ?? error
  // A lost session leads to /login. Demo rows must not show before that.
  if (isSignedOut(newest)) return last
  if (newest === null) return data === undefined ? last : undefined
  const next = {
    error: newest,
    isFinal: error !== null || last?.isFinal === true,
    isUnreachable: isUnreachable(newest) || last?.isUnreachable === true,
  }
  const isSame =
    last?.error === newest &&
    last.isFinal === next.isFinal &&
    last.isUnreachable === next.isUnreachable
  return isSame ? last : next
}
