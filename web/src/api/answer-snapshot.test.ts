import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { json, noNetwork, startStandInServer } from '../../test/stand-in-server.ts'
import { owner, startSession } from '../state/session.ts'
import { deleteSnapshots, readSnapshot, storeSnapshot } from '../state/snapshots.ts'
import { storage } from '../storage/phone-storage.ts'
import { readSnapshotInstead, storeAnswer } from './answer-snapshot.ts'
import { ApiFailure } from './failure.ts'
import { hairPricesQuery } from './hair-prices-query.ts'
import { productsQuery } from './products-query.ts'
import { queryClient, refetchNow, sessionKey } from './query-client.ts'

const texts = v.array(v.string())
const readInsteadOf = (failure: unknown) =>
  readSnapshotInstead(failure, 'hair-prices', texts).then(
    ({ value }) => value,
    (error: unknown) => error,
  )

beforeEach(async () => {
  signInRunner()
  await storeSnapshot('hair-prices', '["stored"]')
})

test("an answer is stored for the runner to whom it was given, and is no other runner's", async () => {
  const first = owner()
  storeAnswer('hair-prices', '["new"]')
  startSession('9000000002', { id: '2', name: 'Lakshmi' })
  // Whatever is stored now is stored after it.
  for (let writes = 0; writes < 3; writes += 1) await storeSnapshot('products', '[]')
  expect(await readSnapshot('hair-prices', texts)).toBeUndefined()
  startSession(first, { id: '1', name: 'Ravi' })
  storeAnswer('hair-prices', '["newer"]')
  await expect
    .poll(async () => (await readSnapshot('hair-prices', texts))?.value)
    .toEqual(['newer'])
})

test.each([
  new ApiFailure('network'),
  new ApiFailure('timeout'),
  new ApiFailure('status', { status: 503 }),
])('a call that failed is answered from the phone: %s', async (failure) => {
  expect(await readInsteadOf(failure)).toEqual(['stored'])
})

test.each([
  new ApiFailure('status', { status: 401, code: 'sign-in-required' }),
  new RangeError('a bug'),
])('a lost session and a bug are not hidden by what the phone has: %s', async (failure) => {
  expect(await readInsteadOf(failure)).toBe(failure)
})

const pricesOf = (rupees: number) => [
  { hair_type: 'black_hair', price_per_20g: rupees, minimum_weight_grams: 20, is_active: true },
]
const productsOf = (price: number) => [{ id: 1, name: 'Torch', price }]

/** @returns what screens get from these queries: the price in paise, and when the server gave it if it is earlier */
const shownPrices = () => {
  const { data } = queryClient.getQueryState(hairPricesQuery().queryKey) ?? {}
  return { paise: data?.value[0]?.pricePer20gPaise, storedAt: data?.storedAt }
}
const shownProducts = () => {
  const { data } = queryClient.getQueryState(productsQuery().queryKey) ?? {}
  return { paise: data?.value[0]?.pricePaise, storedAt: data?.storedAt }
}

test.each([
  {
    name: 'hair-prices',
    call: 'GET /api/hair-pricing',
    refresh: () => refetchNow(hairPricesQuery()),
    reply: pricesOf,
    shown: shownPrices,
  },
  {
    name: 'products',
    call: 'GET /api/products',
    refresh: () => refetchNow(productsQuery()),
    reply: productsOf,
    shown: shownProducts,
  },
] as const)(
  'failed refreshes do not replace a newer answer by an older snapshot: $name [R-7.069]',
  async ({ name, call, refresh, reply, shown }) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const server = startStandInServer()
    await storeSnapshot(name, JSON.stringify(reply(70)))
    const full = new DOMException('The disk is full', 'QuotaExceededError')
    vi.spyOn(storage, 'write').mockRejectedValue(full)
    server.answer(call, json(reply(90)))
    await refresh()
    expect(shown()).toEqual({ paise: 9000, storedAt: undefined })
    const answeredAt = queryClient.getQueryState(sessionKey(name))?.dataUpdatedAt
    server.answer(call, noNetwork())
    await refresh()
    await refresh()
    expect(shown()).toEqual({ paise: 9000, storedAt: answeredAt })
  },
)

test('a failed refresh uses the newer snapshot of another tab, and without a snapshot the answer in memory', async () => {
  queryClient.setQueryData(sessionKey('hair-prices'), { value: ['older'] }, { updatedAt: 1 })
  expect(await readInsteadOf(new ApiFailure('network'))).toEqual(['stored'])
  queryClient.setQueryData(sessionKey('hair-prices'), { value: ['again'], storedAt: 2 })
  expect(await readInsteadOf(new ApiFailure('network'))).toEqual(['stored'])
  await deleteSnapshots(owner())
  expect(await readInsteadOf(new ApiFailure('network'))).toEqual(['again'])
})
