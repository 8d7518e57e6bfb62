import {
  hashKey,
  useQueryClient,
  type QueryKey,
  type UseQueryResult,
  QueryClientProvider,
} from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { partOf } from '../lib/value-store.ts'
import { useValue } from '../lib/use-value.ts'
import { requestedHashes, queryClient } from './query-client.ts'

interface Keyed {
  readonly queryKey: QueryKey
}

/**
 * Whether the runner waits for an answer: for the first one, or for one that they asked for. A refresh by the clock is
 * not awaited, and draws nothing.
 */
export function useIsAwaited(
  { queryKey }: Keyed,
  { isLoading }: Pick<UseQueryResult, 'isLoading'>,
): boolean {
  const hash = hashKey(queryKey)
  const isRequested = useValue(partOf(requestedHashes, (hashes) => hashes.includes(hash)))
  return isLoading || isRequested
}

/**
 * The newest error. TanStack clears it while it fetches again what has no data yet; on the screen the failure stands
 * until an answer comes, so that nothing jumps.
 */
export function useLastError(
  { queryKey }: Keyed,
  { data, error, errorUpdateCount }: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>,
): Error | null {
  const client = useQueryClient()
  const [last, setLast] = useState(() => client.getQueryState(queryKey)?.error ?? null)
  const next = error ?? (data === undefined && errorUpdateCount > 0 ? last : null)
  if (next !== last) setLast(next)
  return next
}

/** Wraps each screen that reads answers. It also refreshes them when the network or the page comes back. */
export function WithAnswers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
