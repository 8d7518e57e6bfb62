import { beforeEach, expect, test, vi } from 'vitest'
import { pass, stopClock } from '../../test/stopped-clock.ts'
import { Query, type QueryOptions } from './query.ts'

type Ask = QueryOptions<string>['fetch']

beforeEach(() => stopClock())

/** A query that is answered by hand. */
function newQuery(options: Partial<QueryOptions<string>> = {}) {
  const asked: {
    answer: (data: string) => Promise<unknown>
    fail: () => Promise<unknown>
    signal: AbortSignal
  }[] = []
  const fetch = vi.fn<Ask>(
    (signal) =>
      new Promise((resolve, reject) => {
        asked.push({
          signal,
          answer: async (data) => (resolve(data), pass(0)),
          fail: async () => (reject(new Error('no answer')), pass(0)),
        })
      }),
  )
  return { query: new Query({ fetch, ...options }), asked }
}

const nobody = () => undefined

test('all who show it share one fetch', async () => {
  const { query, asked } = newQuery()
  query.subscribe(nobody)
  query.subscribe(nobody)
  await asked[0]?.answer('rice')
  expect(asked).toHaveLength(1)
  expect(query.get()).toMatchObject({ data: 'rice', isFetching: false })
})

test('a second viewer of what failed does not ask again', async () => {
  const { query, asked } = newQuery()
  query.subscribe(nobody)
  await asked[0]?.fail()
  query.subscribe(nobody)
  expect(asked).toHaveLength(1)
})

test('an answer that says the same tells nobody, but when it came is known', async () => {
  const { query, asked } = newQuery({ refetchEveryMs: 60_000 })
  const told = vi.fn<() => void>()
  query.subscribe(told)
  await asked[0]?.answer('rice')
  const first = query.answeredAt.get()
  told.mockClear()
  await pass(60_000)
  await asked[1]?.answer('rice')
  expect(told).not.toHaveBeenCalled()
  expect(query.answeredAt.get()).toBe((first ?? 0) + 60_000)
  await pass(60_000)
  await asked[2]?.answer('salt')
  expect(told).toHaveBeenCalledOnce()
  expect(query.get().data).toBe('salt')
})

test('a hidden page asks for nothing, and asks at once when it is looked at again', async () => {
  const { query, asked } = newQuery({ refetchEveryMs: 60_000 })
  query.subscribe(nobody)
  await asked[0]?.answer('rice')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await pass(180_000)
  expect(asked).toHaveLength(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(2)
})

test('a network that is back is used at once', async () => {
  const { query, asked } = newQuery()
  query.subscribe(nobody)
  await asked[0]?.fail()
  window.dispatchEvent(new Event('online'))
  expect(asked).toHaveLength(2)
})

test('who leaves the screen gives the call up, and is asked for nothing more', async () => {
  const { query, asked } = newQuery({ refetchEveryMs: 60_000 })
  const leave = query.subscribe(nobody)
  leave()
  expect(asked[0]?.signal.aborted).toBe(true)
  await asked[0]?.answer('late')
  await pass(120_000)
  expect(asked).toHaveLength(1)
  expect(query.get()).toMatchObject({ data: undefined, isFetching: false })
})

test('a fresh answer is shown to the next screen without asking', async () => {
  const { query, asked } = newQuery({ freshForMs: 60_000 })
  const leave = query.subscribe(nobody)
  await asked[0]?.answer('rice')
  leave()
  await pass(59_999)
  query.subscribe(nobody)()
  expect(asked).toHaveLength(1)
  await pass(1)
  query.subscribe(nobody)
  expect(asked).toHaveLength(2)
})

test('an answer that was fetched ahead is shown as it is by who begins in the next moments', async () => {
  const { query, asked } = newQuery()
  query.prefetch()
  await asked[0]?.answer('rice')
  const leave = query.subscribe(nobody)
  expect(asked).toHaveLength(1)
  expect(query.get()).toMatchObject({ data: 'rice' })
  leave()
  await pass(5_000)
  query.subscribe(nobody)
  expect(asked).toHaveLength(2)
})

test('a failure ahead is not asked for again by who begins to show it, and a network that is back is', async () => {
  const { query, asked } = newQuery()
  query.prefetch()
  await asked[0]?.fail()
  query.subscribe(nobody)
  expect(asked).toHaveLength(1)
  window.dispatchEvent(new Event('online'))
  expect(asked).toHaveLength(2)
})

test('attempts are made as long as there is a delay for the next one, and each failure is told', async () => {
  const { query, asked } = newQuery({ retryDelayMs: (failures) => [3_000][failures - 1] })
  query.subscribe(nobody)
  await asked[0]?.fail()
  expect(query.get()).toMatchObject({ failureCount: 1, error: null, isFetching: true })
  await pass(2_999)
  expect(asked).toHaveLength(1)
  await pass(1)
  await asked[1]?.fail()
  expect(query.get()).toMatchObject({ failureCount: 2, isFetching: false })
  expect(query.get().error?.message).toBe('no answer')
})

test('asking at once takes the place of a wait between two attempts, and counts anew', async () => {
  const { query, asked } = newQuery({ retryDelayMs: () => 3_000 })
  query.subscribe(nobody)
  await asked[0]?.fail()
  void query.refetch()
  expect(query.get()).toMatchObject({ failureCount: 0, failureReason: null, isFetching: true })
  expect(asked).toHaveLength(2)
  await asked[1]?.answer('rice')
  await pass(3_000)
  expect(asked).toHaveLength(2)
})

test('a late answer does not speak for the one asked for after it', async () => {
  const { query, asked } = newQuery()
  query.subscribe(nobody)
  void query.refetch()
  await asked[1]?.answer('new')
  await asked[0]?.answer('old')
  expect(query.get().data).toBe('new')
})

test('what failed stays known while it is asked for again', async () => {
  const { query, asked } = newQuery()
  query.subscribe(nobody)
  await asked[0]?.fail()
  void query.refetch()
  expect(query.get().error?.message).toBe('no answer')
  await asked[1]?.answer('rice')
  expect(query.get()).toMatchObject({ data: 'rice', error: null })
})

test('what is no longer true stays awaited by whoever asked for it', async () => {
  const { query, asked } = newQuery()
  query.subscribe(nobody)
  await asked[0]?.answer('rice')
  void query.refetch()
  query.invalidate()
  expect(query.get().isFetching).toBe(true)
  await asked[2]?.answer('salt')
  expect(query.get().isFetching).toBe(false)
})

test('a failed refresh keeps the answer beside the failure', async () => {
  const { query, asked } = newQuery()
  query.subscribe(nobody)
  await asked[0]?.answer('rice')
  void query.refetch()
  await asked[1]?.fail()
  expect(query.get()).toMatchObject({ data: 'rice', isFetching: false })
  expect(query.get().error?.message).toBe('no answer')
})

test('what is no longer true is asked for again where it is shown, else when it is next', async () => {
  const { query, asked } = newQuery({ freshForMs: 60_000 })
  const leave = query.subscribe(nobody)
  await asked[0]?.answer('rice')
  query.invalidate()
  expect(asked).toHaveLength(2)
  await asked[1]?.answer('salt')
  leave()
  query.invalidate()
  expect(asked).toHaveLength(2)
  query.subscribe(nobody)
  expect(asked).toHaveLength(3)
})
