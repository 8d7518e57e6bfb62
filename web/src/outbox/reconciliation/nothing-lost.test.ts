/** Comparisons that find nothing that was lost, and those that fail. */
import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone } from '../../../test/reconciling-phone.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { Client } from '../../api/client.ts'
import { StillLocked } from '../../storage/sealed/alone.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { OtherRunner } from '../deps.ts'
import type { OutboxEntry } from '../entry.ts'
import { listEntries, storeEntry } from '../stores/entry-store.ts'
import { deletePhoto, readPhoto } from '../stores/photo-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, sent, publicKey } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, sent, publicKey } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

/** Stores the bodies of all calls. */
function storeBodies(): unknown[] {
  const bodies: unknown[] = []
  const { callApi } = deps
  const storing = (...call: Parameters<Client['callApi']>) => {
    bodies.push((call[1] as unknown as { body: unknown }).body)
    return callApi(...call)
  }
  deps = { ...deps, callApi: storing as Client['callApi'] }
  return bodies
}

/** A deal whose record the server has, and whose photo is not sent as a whole. */
async function startDeal() {
  const { id, entry, photo } = await receive()
  await sentStorage.unconfirmed.delete(`${publicKey}|${id}`)
  const open: OutboxEntry = { ...entry, done: ['record'], epoch: server.state.epoch }
  await storeEntry(open)
  return { id, open, photo }
}

test('a runner without a key compares nothing and has nothing to send', async () => {
  const bodies = storeBodies()
  const findPublicKey = () => Promise.resolve(undefined)
  deps = { ...deps, sealing: { ...deps.sealing, findPublicKey } }
  expect(await run()).toBe(false)
  expect(bodies).toEqual([])
})

/** A run that fails after one that succeeded. @returns the epoch that the phone knows after it */
async function epochAfter(failure: Error): Promise<string | undefined> {
  await receive()
  await run()
  const listHeads = () => Promise.reject(failure)
  deps = { ...deps, entries: { ...deps.entries, listHeads } }
  await expect(run()).rejects.toBe(failure)
  return sent.readEpoch(owner)
}

test.each([
  ['without an answer', new ApiFailure('timeout')],
  ['of a runner who has signed out', new OtherRunner()],
  ['that another tab holds up', new StillLocked()],
  ['on a full phone', new DOMException('full', 'QuotaExceededError')],
])('work still waits for the next comparison after one %s', async (_, failure) => {
  expect(await epochAfter(failure)).toBe('first')
})

test('work waits for no comparison after one of rows that cannot be read', async () => {
  expect(await epochAfter(new Error('a damaged disk'))).toBeUndefined()
})

test('work that waited for the comparison is sent after a restored server has lost nothing', async () => {
  await receive()
  expect(await run()).toBe(false)
  server.state.epoch = 'second'
  expect(await run()).toBe(true)
  expect(await run()).toBe(false)
})

test('a deal whose record the server still has stays as it is, and does not count as sent', async () => {
  const { id, open } = await startDeal()
  const bodies = storeBodies()
  const changeEntry = vi.fn<typeof deps.entries.changeEntry>()
  deps = { ...deps, entries: { ...deps.entries, changeEntry } }
  expect(await run()).toBe(false)
  expect(changeEntry).not.toHaveBeenCalled()
  expect(await listEntries(owner)).toEqual([open])
  expect(server.works.get(id)).toMatchObject({ isSent: false })
  // Only what is lost has to be opened.
  expect(bodies).not.toContainEqual(expect.objectContaining({ wants_key: true }))
})

test('a sent photo whose row is gone is not sent again to a server that was not restored', async () => {
  const { open, photo } = await startDeal()
  await deletePhoto(photo.id)
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual([open])
})

test('the photo of a customer whom the office has erased does not come back after a restore', async () => {
  const { id, photo } = await startDeal()
  await deletePhoto(photo.id)
  server.state.epoch = 'second'
  server.state.erased.add(id)
  await run()
  expect(await readPhoto(photo.id)).toBeUndefined()
})
