import { noop, queryOptions, useQuery } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { endSession, signInNeeded, startSession, storePhone } from '../state/session.ts'
import { callTimings } from '@veni/domain/api/timings'
import { customerQuery, customersQuery, customersSnapshotQuery } from './customer-queries.ts'
import { ApiFailure } from './failure.ts'
import { healthQuery } from './health.ts'
import {
  freshIfPrefetched,
  invalidate,
  OF_SERVER,
  onServerAnswer,
  prefetch,
  queryClient,
  refetchNow,
  refreshEvery,
  retryOptions,
  sessionKey,
  updateAnswer,
} from './query-client.ts'
import { WithAnswers } from './query-hooks.tsx'

const RAVI = { id: '1', name: 'Ravi Kumar' }
const refused = new ApiFailure('status', { status: 401 })

afterEach(endSession)

/** A query that the test answers. */
function newQuery(changes: { staleTime?: number | typeof freshIfPrefetched } = {}) {
  const calls: {
    answer: (data: string) => void
    fail: (error?: Error) => void
    signal: AbortSignal
  }[] = []
  const options = () =>
    queryOptions({
      queryKey: sessionKey('products'),
      queryFn: ({ signal }) =>
        new Promise<string>((answer, reject) => {
          calls.push({ answer, fail: (error = new Error('no answer')) => reject(error), signal })
        }),
      ...changes,
    })
  const state = () => queryClient.getQueryState(options().queryKey)
  const show = () => renderHook(() => useQuery(options()).data, { wrapper: WithAnswers })
  return { calls, options, state, show }
}

test('a 401 from before the code was entered neither ends the new session nor blocks its answers', async () => {
  storePhone('9000000001')
  const { calls, options, state } = newQuery()
  const { queryKey } = options()
  void queryClient.query(options()).catch(noop)
  startSession('9000000001', RAVI)
  calls[0]?.fail(refused)
  await expect.poll(() => queryClient.getQueryState(queryKey)?.error).toBe(refused)
  expect(signInNeeded.get()).toBe(false)

  void queryClient.query(options()).catch(noop)
  calls[1]?.answer('rice')
  await expect.poll(() => state()?.data).toBe('rice')
})

test('a 401 within a session leads to the sign-in', async () => {
  startSession('9000000001', RAVI)
  const { calls, options } = newQuery()
  void queryClient.query(options()).catch(noop)
  calls[0]?.fail(refused)
  await expect.poll(() => signInNeeded.get()).toBe(true)
})

test('a call is aborted when its screen is left', async () => {
  const { calls, show } = newQuery()
  const { unmount } = await show()
  await unmount()
  expect(calls[0]?.signal.aborted).toBe(true)
})

test('the return of the network starts a call at once', async () => {
  const { calls, show, state } = newQuery()
  await show()
  calls[0]?.fail()
  await expect.poll(() => state()?.status).toBe('error')
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => calls.length).toBe(2)
})

test('only an answer that the server itself has given is reported as one', async () => {
  let answers = 0
  onTestFinished(onServerAnswer(() => (answers += 1)))
  const ask = (part: string, meta?: typeof OF_SERVER) =>
    queryClient.query(
      queryOptions({
        queryKey: sessionKey(part),
        queryFn: () => part,
        staleTime: 0,
        ...(meta && { meta }),
      }),
    )
  await ask('snapshot')
  await ask('answer', OF_SERVER)
  queryClient.setQueryData(sessionKey('answer'), 'changed by the phone')
  expect(answers).toBe(1)
  await ask('answer', OF_SERVER)
  expect(answers).toBe(2)
})

test('the ping and the call of a customer are answers of the server; the list can come from a mirror', () => {
  expect([healthQuery().meta, customerQuery('1').meta]).toEqual([OF_SERVER, OF_SERVER])
  expect([customersQuery(), customersSnapshotQuery()].map((query) => query.meta)).toEqual([
    undefined,
    undefined,
  ])
})

test('a late answer does not replace the answer to a newer call', async () => {
  const { calls, options, show, state } = newQuery()
  await show()
  void refetchNow(options())
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.answer('new')
  calls[0]?.answer('old')
  await expect.poll(() => state()?.data).toBe('new')
  expect(calls[0]?.signal.aborted).toBe(true)
})

test('an answer that nobody has fetched or shows yet is fetched at once', async () => {
  const { calls, options, state } = newQuery()
  const refetched = refetchNow(options())
  expect(calls).toHaveLength(1)
  calls[0]?.answer('rice')
  await refetched
  expect(state()?.data).toBe('rice')
})

test('a fresh answer is fetched again at once', async () => {
  const { calls, options, state } = newQuery({ staleTime: 60_000 })
  void refetchNow(options())
  calls[0]?.answer('old')
  await expect.poll(() => state()?.data).toBe('old')
  const refetched = refetchNow(options())
  expect(calls).toHaveLength(2)
  calls[1]?.answer('new')
  await refetched
  expect(state()?.data).toBe('new')
})

test('an outdated answer is fetched again where a screen shows it, also during its first call', async () => {
  const { calls, options, show, state } = newQuery({ staleTime: 60_000 })
  await show()
  invalidate(options())
  await expect.poll(() => calls.length).toBe(2)
  calls[1]?.answer('rice')
  await expect.poll(() => state()?.data).toBe('rice')
  invalidate(options())
  await expect.poll(() => calls.length).toBe(3)
})

test('a change on the phone keeps the time of the answer', async () => {
  const { calls, options, show, state } = newQuery()
  await show()
  calls[0]?.answer('rice')
  await expect.poll(() => state()?.data).toBe('rice')
  const answeredAt = state()?.dataUpdatedAt ?? 0
  vi.spyOn(Date, 'now').mockReturnValue(answeredAt + 60_000)
  updateAnswer(options(), () => 'salt')
  expect(state()).toMatchObject({ data: 'salt', dataUpdatedAt: answeredAt })
})

test('a screen shows a prefetched answer without a second call, and later openings fetch again', async () => {
  const { calls, options, show, state } = newQuery({ staleTime: freshIfPrefetched })
  prefetch(options())
  calls[0]?.answer('rice')
  await expect.poll(() => state()?.data).toBe('rice')
  const first = await show()
  expect(first.result.current).toBe('rice')
  expect(calls).toHaveLength(1)
  await first.unmount()

  vi.spyOn(Date, 'now').mockReturnValue((state()?.dataUpdatedAt ?? 0) + 5_000)
  const second = await show()
  expect(calls).toHaveLength(2)
  calls[1]?.answer('salt')
  await expect.poll(() => state()?.data).toBe('salt')
  await second.unmount()

  await show()
  expect(calls).toHaveLength(3)
})

test('a screen that fetched its first answer itself fetches again when it opens again', async () => {
  const { calls, show, state } = newQuery({ staleTime: freshIfPrefetched })
  const { unmount } = await show()
  calls[0]?.answer('rice')
  await expect.poll(() => state()?.data).toBe('rice')
  await unmount()
  await show()
  expect(calls).toHaveLength(2)
})

test('neither a retry nor a refresh by the clock comes before the time that a 429 or 503 names', () => {
  const { retry, retryDelay } = retryOptions(callTimings.customers)
  const asks = (status: number, retryAfterMs: number) =>
    new ApiFailure('status', { status, retryAfterMs })
  expect(retryDelay(0, asks(429, 40_000))).toBe(40_000)
  expect(retryDelay(0, asks(503, 1_000))).toBe(3_000)
  expect(retry(3, asks(429, 40_000))).toBe(false)
  const interval = (error: Error | null) =>
    refreshEvery(60_000)({ state: { error } } as Parameters<ReturnType<typeof refreshEvery>>[0])
  expect([interval(null), interval(asks(429, 40_000)), interval(asks(503, 90_000))]).toEqual([
    60_000, 60_000, 90_000,
  ])
})
