import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { Client } from '../../api/client.ts'
import { randomId } from '../../lib/random-id.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { listEntries } from '../stores/entry-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, publicKey } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, publicKey } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

/** Stores so many rows that the server has, the oldest first. @returns their ids */
async function storeSent(count: number, sentAt = (at: number) => at): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomId())
  for (const [at, id] of ids.entries()) {
    server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })
    const row = { id, hash: hashOf(id), photos: [], sentAt: sentAt(at) }
    await sentStorage.unconfirmed.put(`${publicKey}|${id}`, row)
  }
  return ids
}

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
  const ids = await storeSent(450)
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
  const ids = await storeSent(450)
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
  const ids = await storeSent(900, () => 7)
  await run()
  server.works.set('of-an-evicted-phone', { hash: 'e'.repeat(64), photos: [], isSent: true })
  server.asked.length = 0
  cutRuns()
  for (let cut = 1; cut <= 4; cut += 1) await expect(run()).rejects.toThrow(ApiFailure)
  expect(await run()).toBe(false)
  expect(server.asked).toHaveLength(900)
  expect(new Set(server.asked)).toEqual(new Set(ids))
})

test('what the server lost after it was compared comes back, although the comparison was cut in between', async () => {
  await storeSent(300)
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
  await storeSent(300)
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
  await expect(run()).rejects.toThrow(ApiFailure)
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id }])
})
