/** Comparisons of all rows: the digests of the phone and of the server differ. */
import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { Client } from '../../api/client.ts'
import { listEntries } from '../stores/entry-store.ts'
import { reconcile, type ReconcileDeps } from './reconcile.ts'

const BATCH = 200

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, receiveRows } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, receiveRows } = await createReconcilingPhone())
})

const run = (changes: Partial<ReconcileDeps> = {}) => reconcile(owner, { ...deps, ...changes })

/** @returns the ids that the next run asks for */
async function askedByRun(): Promise<readonly string[]> {
  server.asked.length = 0
  await run()
  return [...server.asked]
}

/** The server then has one work more than the phone, and the digests differ. */
const addWorkOfEvictedPhone = () =>
  server.works.set('of-an-evicted-phone', { hash: 'e'.repeat(64), photos: [], isSent: true })

test.each([
  ['lost', (id: string) => void server.works.delete(id)],
  ['erased', (id: string) => void server.state.erased.add(id)],
])(
  'a comparison asks for no older rows after it has found all that the server has %s',
  async (_, take) => {
    await receiveRows(2 * BATCH)
    const { id } = await receive(1_000)
    await run()
    take(id)
    const asked = await askedByRun()
    expect([asked.length, asked[0]]).toEqual([BATCH, id])
    expect(await askedByRun()).toEqual([])
  },
)

test('what the server has beyond the rows of several batches is asked for once', async () => {
  await receiveRows(BATCH + 50)
  await run()
  addWorkOfEvictedPhone()
  expect(await askedByRun()).toHaveLength(BATCH + 50)
  expect(await askedByRun()).toEqual([])
})

test('a phone without rows accepts what the server has of it, and compares what it sends later', async () => {
  await run()
  addWorkOfEvictedPhone()
  expect(await run()).toBe(false)
  const { id } = await receive()
  expect(await askedByRun()).toEqual([id])
  server.works.delete(id)
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id }])
})

test('works that a restored server has and does not count as sent are named to it once more', async () => {
  const ids = await receiveRows(2)
  await run()
  for (const id of ids) server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })
  server.state.epoch = 'second'
  expect(await askedByRun()).toEqual(ids.toReversed())
  expect(await askedByRun()).toEqual([])
})

/** A connection that fails at the second call that names rows. */
function createCut(): Client['callApi'] {
  let named = 0
  const callApi = (...call: Parameters<Client['callApi']>) => {
    const { items } = (call[1] as unknown as { body: { items: readonly unknown[] } }).body
    if (items.length > 0) named += 1
    return named > 1 ? Promise.reject(new ApiFailure('network')) : deps.callApi(...call)
  }
  return callApi as Client['callApi']
}

test.each([
  ['after all rows were compared', () => deps.callApi, false],
  ['after a comparison that was cut, too', createCut, expect.any(ApiFailure)],
])(
  'a lost deal of the first batch that the key does not open is asked for again %s',
  async (_, findCall, outcome) => {
    await receiveRows(BATCH + 50)
    const { id } = await receive(1_000)
    await run()
    server.works.delete(id)
    const { private_key: otherKey } = await newSealingKeys()
    const sealing = { ...deps.sealing, createOpener: () => deps.sealing.createOpener(otherKey) }
    vi.spyOn(console, 'warn').mockReturnValue()
    const first = run({ sealing, callApi: findCall() })
    expect(await first.catch((error: unknown) => error)).toEqual(outcome)
    await run({ sealing })
    expect(await listEntries(owner)).toEqual([])
    expect(await run()).toBe(true)
    expect(await listEntries(owner)).toMatchObject([{ id }])
  },
)
