import { queryOptions, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { endSession, startSession } from '../state/session.ts'
import { hairPricesQuery } from './hair-prices-query.ts'
import { productsQuery } from './products-query.ts'
import {
  freshFor,
  freshIfPrefetched,
  prefetch,
  queryClient,
  refetchNow,
  sessionKey,
} from './query-client.ts'
import { WithAnswers } from './query-hooks.tsx'

beforeEach(() => startSession('9000000001', { id: '1', name: 'Ravi Kumar' }))
afterEach(() => {
  vi.restoreAllMocks()
  endSession()
})

function setClockBack(): void {
  const dayAgo = Date.now() - 86_400_000
  vi.spyOn(Date, 'now').mockReturnValue(dayAgo)
}

const ask = vi.fn<() => Promise<string>>(() => Promise.resolve('rice'))
const optionsOf = (fresh: { staleTime?: ReturnType<typeof freshFor> }) =>
  queryOptions({ queryKey: sessionKey('products'), queryFn: ask, ...fresh })

/** The server has answered, and then the phone's clock is set back. */
async function answerBefore(options: ReturnType<typeof optionsOf>): Promise<void> {
  ask.mockClear()
  prefetch(options)
  await expect.poll(() => queryClient.getQueryData(options.queryKey)).toBe('rice')
  setClockBack()
}

test('a runner who asks for an answer again gets it, also after the clock was set back', async () => {
  const options = optionsOf({})
  await answerBefore(options)
  await refetchNow(options)
  expect(ask).toHaveBeenCalledTimes(2)
})

test.each([
  ['for no time', {}],
  ['for five minutes', { staleTime: freshFor(300_000) }],
  ['when it was prefetched', { staleTime: freshIfPrefetched }],
])(
  'an answer that is fresh %s is asked for again when its screen opens after the clock was set back',
  async (_, fresh) => {
    const options = optionsOf(fresh)
    await answerBefore(options)
    await renderHook(() => useQuery(options).data, { wrapper: WithAnswers })
    await expect.poll(() => ask.mock.calls.length).toBe(2)
  },
)

test.each([productsQuery, hairPricesQuery])(
  'products and prices are not those of before the clock was set back',
  (optionsOf) => {
    const { queryKey, staleTime } = optionsOf() as ReturnType<typeof productsQuery>
    queryClient.setQueryData(queryKey, { value: [] })
    const query = queryClient.getQueryCache().find({ queryKey })
    const isStale = () => query?.isStaleByTime((staleTime as ReturnType<typeof freshFor>)(query))
    expect(isStale()).toBe(false)
    setClockBack()
    expect(isStale()).toBe(true)
  },
)
