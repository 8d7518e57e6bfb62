import {
  addToDigest,
  EMPTY_DIGEST,
  MOST_RECONCILED_ITEMS,
  type ReconciliationReply,
} from '@veni/domain/api/reconciliation'
import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { Client } from '../../api/client.ts'
import { listEntries } from '../stores/entry-store.ts'
import { listLeft } from './cut-comparison.ts'
import { reconcile } from './reconcile.ts'
import type { SentRows } from './sent-rows-of.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, receiveRows } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, receiveRows } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

/** Each run ends at its third call. The first one has the digest, the second one the first batch. */
function cutRuns() {
  const { callApi } = deps
  let calls = 0
  const failing = (...call: Parameters<Client['callApi']>) => {
    calls += 1
    return calls % 3 === 0 ? Promise.reject(new ApiFailure('network')) : callApi(...call)
  }
  deps = { ...deps, callApi: failing as Client['callApi'] }
  return () => {
    deps = { ...deps, callApi }
  }
}

test('a comparison of all rows that was cut goes on where it was', async () => {
  const ids = await receiveRows(450)
  await run()
  const oldest = ids[0] ?? ''
  server.works.delete(oldest)
  const endCuts = cutRuns()
  await expect(run()).rejects.toThrow(ApiFailure)
  endCuts()
  server.asked.length = 0
  // Without its content the lost row cannot come back.
  vi.spyOn(console, 'warn').mockReturnValue()
  await run()
  expect(server.asked.slice(0, 250)).toEqual(ids.slice(0, 250).toReversed())
})

test('a comparison that was cut begins again when the server continues from another state meanwhile', async () => {
  const ids = await receiveRows(450)
  await run()
  // In both runs the server has one work more than the phone, so the digest stays the same and only the epoch changes.
  server.works.set('of-an-evicted-phone', { hash: 'e'.repeat(64), photos: [], isSent: true })
  const endCuts = cutRuns()
  await expect(run()).rejects.toThrow(ApiFailure)
  endCuts()
  server.state.epoch = 'second'
  server.asked.length = 0
  await run()
  expect(server.asked).toEqual(ids.toReversed())
})

test('a comparison that is cut after each batch comes to its end, also with many rows of one time', async () => {
  const ids = await receiveRows(900, () => 7)
  await run()
  server.works.set('of-an-evicted-phone', { hash: 'e'.repeat(64), photos: [], isSent: true })
  server.asked.length = 0
  const endCuts = cutRuns()
  for (let cut = 1; cut <= 4; cut += 1) await expect(run()).rejects.toThrow(ApiFailure)
  expect(await run()).toBe(false)
  endCuts()
  expect(await run()).toBe(false)
  expect(server.asked).toHaveLength(900)
  expect(new Set(server.asked)).toEqual(new Set(ids))
})

test('what the server lost after it was compared comes back, although the comparison was cut in between', async () => {
  await receiveRows(300)
  const { id } = await receive(1_000)
  await run()
  server.works.set('of-an-evicted-phone', { hash: 'e'.repeat(64), photos: [], isSent: true })
  const endCuts = cutRuns()
  await expect(run()).rejects.toThrow(ApiFailure)
  endCuts()
  server.works.delete(id)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id }])
})

test('what the server lost with a restore during the comparison comes back', async () => {
  await receiveRows(300)
  const { id } = await receive(1_000)
  await run()
  server.works.set('of-an-evicted-phone', { hash: 'e'.repeat(64), photos: [], isSent: true })
  const { callApi } = deps
  let calls = 0
  const restoring = (...call: Parameters<Client['callApi']>) => {
    calls += 1
    if (calls === 3) {
      server.works.delete(id)
      server.state.epoch = 'second'
    }
    return callApi(...call)
  }
  deps = { ...deps, callApi: restoring as Client['callApi'] }
  await expect(run()).rejects.toThrow('bad-reply')
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id }])
})

test('a comparison of all rows ends with the batch that explains the difference', async () => {
  await receiveRows(250)
  const { id } = await receive(1_000)
  await run()
  server.works.delete(id)
  server.asked.length = 0
  expect(await run()).toBe(true)
  expect(server.asked).toHaveLength(MOST_RECONCILED_ITEMS)
})

/** A phone that has stored how far its comparison has come, and then confirms two rows more of the same time. */
async function leaveAfter(compared: object, changes: Partial<ReconciliationReply> = {}) {
  const row = (id: string, sentAt: number) => ({ id, hash: hashOf(id), photos: [], sentAt })
  const confirmed = [row('old', 1), row('a', 5), row('b', 5), row('c', 5), row('new', 9)]
  const gap = EMPTY_DIGEST
  const phone = {
    digest: EMPTY_DIGEST,
    compared: { epoch: 'first', sentAt: 5, id: 'b', gap, ...compared },
  }
  const rows = {
    listConfirmed: () => Promise.resolve(confirmed),
    readPhone: () => Promise.resolve(phone),
  } as unknown as SentRows
  const reply = { epoch: 'first', digest: EMPTY_DIGEST, ...changes } as ReconciliationReply
  const { list, isWhole } = await listLeft(rows, reply)
  return [list.map(({ id }) => id).join(' '), isWhole]
}

test.each([
  ['goes on behind the last row of one time', {}, {}, ['c old', true]],
  [
    'goes on with all rows of an older app, which stored no id',
    { id: undefined },
    {},
    ['a b c old', true],
  ],
  ['knows that nothing is lost of what was compared', { isWhole: true }, {}, ['c old', true]],
  ['knows that something is lost of what was compared', { isWhole: false }, {}, ['c old', false]],
  ['starts again in another epoch', {}, { epoch: 'second' }, ['new a b c old', true]],
  ['starts again without a stored gap', { gap: undefined }, {}, ['new a b c old', true]],
  [
    'starts again when the server differs in another way',
    {},
    { digest: addToDigest(EMPTY_DIGEST, hashOf('x')) },
    ['new a b c old', true],
  ],
])('a comparison that was cut %s', async (_how, compared, changes, left) => {
  expect(await leaveAfter(compared, changes)).toEqual(left)
})
