import {
  hashKey,
  noop,
  onlineManager,
  QueryCache,
  QueryClient,
  type DataTag,
  type Query,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query'
import { findRetryDelayMs, type CallTiming } from '@veni/domain/api/timings'
import { createValueStore } from '../lib/value-store.ts'
import { askForSignIn, owner, serverRunnerId } from '../state/session.ts'
import { ApiFailure, isSignedOut, retryAfterOf } from './failure.ts'

// TanStack Query assumes a network at the start; then the event of its return would change nothing.
onlineManager.setOnline(navigator.onLine)

/** A `staleTime`. With 0, TanStack takes an answer for fresh as long as its time is in the future. */
const NEVER_FRESH = -Infinity

/** A `staleTime`. An answer from the future came before the phone's clock was set back, perhaps by a day. */
export function freshFor(ms: number) {
  return ({ state }: Pick<Query, 'state'>): number =>
    state.dataUpdatedAt > Date.now() ? NEVER_FRESH : ms
}

/** The answers that screens show. One copy for all screens, until the runner signs out. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      // A 401 from before the code was entered does not end the session that has begun since.
      if (isSignedOut(error) && isOfThisSession(queryKey)) askForSignIn()
    },
  }),
  defaultOptions: {
    queries: {
      // `navigator.onLine` can be wrong in both directions: only a call shows whether there is a network.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: false,
      staleTime: freshFor(0),
      gcTime: Infinity,
    },
  },
})

/** The key of an answer. It names the session too: a shared phone never shows one runner the answers of another. */
export const sessionKey = (...parts: readonly string[]) =>
  [owner(), serverRunnerId() ?? '', ...parts] as const

/** The `meta` of a query whose answer only the server can give: no snapshot, no row of the phone and no mirror. */
export const OF_SERVER = { isOfServer: true } as const

/** Calls `act` after each answer to a query with {@link OF_SERVER}. @returns stops it */
export const onServerAnswer = (act: () => void): (() => void) =>
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.meta !== OF_SERVER) return
    if (event.action.type === 'success' && !event.action.manual) act()
  })

const isOfThisSession = ([keyOwner, keyRunner]: QueryKey) =>
  keyOwner === owner() && keyRunner === (serverRunnerId() ?? '')

const PREFETCHED_FOR_MS = 5_000
const prefetched = new WeakSet<object>()

/** Fetches an answer ahead of its screen. A failure is left to the screen, which fetches again. */
export function prefetch<TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
): void {
  void queryClient.query(options).catch(noop)
  const query = queryClient.getQueryCache().find({ queryKey: options.queryKey })
  if (query) prefetched.add(query)
}

/** A `staleTime`: a screen shows a prefetched answer without a second call. Each later opening fetches again. */
export function freshIfPrefetched(query: Pick<Query, 'state'>): number {
  const isPrefetched = prefetched.has(query) && query.state.dataUpdateCount === 1
  return freshFor(isPrefetched ? PREFETCHED_FOR_MS : 0)(query)
}

/** The retries of the specification as options of a query. */
export const retryOptions = (timing: CallTiming) => ({
  retry: (failures: number, error: Error) => delayMs(timing, failures, error) !== undefined,
  retryDelay: (failures: number, error: Error) => delayMs(timing, failures, error) ?? 0,
})

/** @param failures attempts that failed before this one */
function delayMs(timing: CallTiming, failures: number, error: Error): number | undefined {
  // Another attempt does not restore a lost session, and a bug must not be repeated.
  if (!(error instanceof ApiFailure) || isSignedOut(error)) return undefined
  const last = { timedOut: error.kind === 'timeout', status: error.detail.status }
  const delay = findRetryDelayMs(timing, failures + 1, last)
  return delay && Math.max(delay, retryAfterOf(error))
}

/** A `refetchInterval`: a refresh by the clock does not come before the server permits it. */
export const refreshEvery =
  (ms: number) =>
  ({ state }: Pick<Query, 'state'>): number =>
    Math.max(ms, retryAfterOf(state.error))

/** Hashes of the keys that the runner has asked for again and waits for. */
export const requestedHashes = createValueStore<readonly string[]>([])

interface Keyed {
  readonly queryKey: QueryKey
}

/** Starts a call at once. TanStack's own `refetch` joins a first call that waits for its next attempt. */
export async function refetchNow<TData, TKey extends QueryKey>(
  options: QueryExecuteOptions<TData, Error, TData, TData, TKey>,
): Promise<void> {
  const { queryKey } = options
  const hash = hashKey(queryKey)
  requestedHashes.set([...requestedHashes.get(), hash])
  void queryClient.cancelQueries({ queryKey, exact: true })
  // `refetchQueries` would skip a query that no screen shows and that was never answered.
  await queryClient.query({ ...options, staleTime: NEVER_FRESH }).catch(noop)
  const hashes = requestedHashes.get()
  requestedHashes.set(hashes.toSpliced(hashes.indexOf(hash), 1))
}

/** Changes an answer if there is one. Its time stays that of the server's answer. */
export function updateAnswer<T>(
  { queryKey }: { readonly queryKey: DataTag<QueryKey, T, Error> },
  update: (known: T) => T,
): void {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
  const known = queryClient.getQueryData<T>(queryKey)
  if (known !== undefined) queryClient.setQueryData<T>(queryKey, update(known), { updatedAt })
}

/** Marks an answer as outdated. A screen that shows it asks again at once. */
export function invalidate({ queryKey }: Keyed): void {
  const isFirstCall = ({ state }: Pick<Query, 'state'>) => state.data === undefined
  // TanStack lets a first call go on; the server may have answered it before the change.
  void queryClient.cancelQueries({ queryKey, exact: true, predicate: isFirstCall })
  void queryClient.invalidateQueries({ queryKey, exact: true })
}
