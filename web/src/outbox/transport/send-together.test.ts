import type { Work, WorkOf } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { signInRunner } from '../../../test/runner.ts'
import type { Client } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import { OtherRunner } from '../deps.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { measureItem, sendAtOnce, sendTogether } from './work-at-once.ts'

const newWork = (id: string, work: Work = rejectedWork): OutboxEntry =>
  newEntry({ id, owner: '9', customerId: '7', createdAt: 1, work })

const recorded = { outcome: 'recorded' } as const
const notRecorded = {
  outcome: 'not-recorded',
  status: 409,
  error: { code: 'conflict', message: 'No.' },
} as const

const callApi = vi.fn<(endpoint: unknown, call: { body: unknown }) => Promise<unknown>>()
const storeFirstEpoch = vi.fn<(owner: string, epoch: string) => Promise<boolean>>()
const requireOwner = vi.fn<() => void>()
/** @param epoch that the phone knows */
const newDeps = (epoch?: string) => ({
  callApi: callApi as unknown as Client['callApi'],
  requireOwner,
  storeFirstEpoch,
  ...(epoch !== undefined && { epoch }),
})

beforeEach(() => {
  signInRunner()
  for (const call of [callApi, storeFirstEpoch, requireOwner]) call.mockReset()
  storeFirstEpoch.mockResolvedValue(true)
})

test('several entries are sent in one call, under the key of the first, and each has its own result', async () => {
  callApi.mockResolvedValue({ results: [recorded, notRecorded] })
  const entries = [newWork('a'), newWork('b'), newWork('c')]
  const results = await sendTogether(entries, newDeps())
  expect(results).toMatchObject([
    { kind: 'acknowledged', learned: {}, done: ['customer'] },
    { kind: 'status', detail: { status: 409, code: 'conflict' } },
    // The reply has no result of it, so it is sent again.
    { kind: 'bad-reply' },
  ])
  expect(results?.[1]).not.toHaveProperty('detail.retryAfterMs')
  const toItem = ({ id, work }: OutboxEntry) => ({ version: 1, id, customer_id: '7', work })
  expect(callApi.mock.calls.map(([, call]) => call)).toMatchObject([
    { body: { items: entries.map(toItem) }, idempotencyKey: 'a:work' },
  ])
  expect(callApi.mock.calls[0]?.[1].body).not.toHaveProperty('epoch')
})

test('no call is made for another runner', async () => {
  requireOwner.mockImplementation(() => {
    throw new OtherRunner('signed out')
  })
  await expect(sendTogether([newWork('a')], newDeps())).rejects.toThrow('signed out')
  expect(callApi).not.toHaveBeenCalled()
})

const photo = { id: 'v.packet.1', role: 'packet' as const }
const payment = (photos: (typeof photo)[]): Work => ({
  kind: 'cash-payment',
  order: { customer_id: 7, product_id: 1, quantity: 1, payment_method: 'upi' },
  delivered: { status: 'delivered' },
  payment: newCashDeal().record,
  photos,
})
const settlement = (photos: (typeof photo)[]): Work => ({
  kind: 'settlement',
  settlement: newSettlementDeal().record,
  photos,
})

test.each([
  ['a payment with a photo', payment([photo]), ['order', 'delivered', 'record']],
  ['a payment without', payment([]), ['order', 'delivered', 'record', 'photos', 'photo-links']],
  ['a settlement with a photo', settlement([photo]), ['record']],
  ['a settlement without', settlement([]), ['record', 'photos', 'photo-links']],
])('after the record of %s only its photos are left, if it has any', async (_what, work, done) => {
  callApi.mockResolvedValue({ results: [recorded] })
  const [result] = (await sendTogether([newWork('a', work)], newDeps())) ?? []
  expect(result).toHaveProperty('done', done)
})

test('the address is left of a payment whose order names a photo, also without a photo on the phone', async () => {
  callApi.mockResolvedValue({ results: [recorded] })
  const paid = payment([]) as WorkOf<'cash-payment'>
  const delivered = { ...paid.delivered, hair_photo_url: 'https://images.example/1.jpg' }
  const [result] = (await sendTogether([newWork('a', { ...paid, delivered })], newDeps())) ?? []
  expect(result).toHaveProperty('done', ['order', 'delivered', 'record'])
})

test('the addresses of the photos are sent in a call of their own', async () => {
  callApi.mockResolvedValue({ results: [recorded] })
  const photoUrls = { packet: 'https://images.example/1.jpg' }
  await sendAtOnce(newWork('a'), photoUrls, newDeps())
  expect(callApi.mock.calls.map(([, call]) => call)).toMatchObject([
    { body: { items: [{ id: 'a', photo_urls: photoUrls }] }, idempotencyKey: 'a:photo-links' },
  ])
})

test('the phone notes the hash of the work, and the epoch that it has stored as the first', async () => {
  callApi.mockResolvedValue({ results: [{ ...recorded, hash: 'ab' }], epoch: 'first' })
  const entry = newWork('a')
  expect(await sendAtOnce(entry, undefined, newDeps())).toEqual({ hash: 'ab', epoch: 'first' })
  expect(storeFirstEpoch.mock.calls).toEqual([['9', 'first']])
  // It waits for no comparison, so an entry without an epoch does not either.
  storeFirstEpoch.mockResolvedValue(false)
  expect(await sendAtOnce(entry, undefined, newDeps())).toEqual({ hash: 'ab' })
  expect(await sendTogether([entry], newDeps())).toMatchObject([{ learned: { hash: 'ab' } }])
})

test('a phone that knows an epoch names it, and notes that of the reply', async () => {
  callApi.mockResolvedValue({ results: [recorded], epoch: 'second' })
  expect(await sendAtOnce(newWork('a'), undefined, newDeps('first'))).toEqual({ epoch: 'second' })
  expect(callApi.mock.calls[0]?.[1].body).toMatchObject({ epoch: 'first' })
  expect(storeFirstEpoch).not.toHaveBeenCalled()
  callApi.mockResolvedValue({ results: [recorded] })
  expect(await sendAtOnce(newWork('a'), undefined, newDeps())).toEqual({})
  expect(storeFirstEpoch).not.toHaveBeenCalled()
})

test('an empty list of differences is none', async () => {
  callApi.mockResolvedValue({ results: [{ ...recorded, differences: [] }] })
  // A field that is undefined would replace that of the entry.
  expect(await sendAtOnce(newWork('a'), undefined, newDeps())).toStrictEqual({})
})

const status = (number: number, code?: 'not-found' | 'conflict') =>
  new ApiFailure('status', { status: number, ...(code && { code }) })

test.each([status(404, 'conflict'), status(405, 'not-found'), status(409, 'conflict')])(
  'only a 404 of our server with its code says that it does not know the call: %o',
  async (failure) => {
    callApi.mockRejectedValue(failure)
    await expect(sendTogether([newWork('a')], newDeps())).rejects.toThrow(failure)
    callApi.mockRejectedValue(status(404, 'not-found'))
    expect(await sendTogether([newWork('a')], newDeps())).toBeUndefined()
  },
)

test('a bug is no result of an entry', async () => {
  callApi.mockResolvedValue({ results: [{ outcome: 'not-recorded', status: 400 }] })
  await expect(sendTogether([newWork('a')], newDeps())).rejects.toThrow(TypeError)
})

test('the size of an entry is that of its item in the body, in bytes', () => {
  const [short, long] = [newWork('a'), newWork('ఆ')]
  const item = { version: 1, id: 'a', customer_id: '7', work: rejectedWork }
  expect(measureItem(short)).toBe(JSON.stringify(item).length + 1)
  expect(measureItem(long)).toBe(measureItem(short) + 2)
})
