import { beforeEach, expect, test, vi } from 'vitest'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { NOW } from '../../../test/reconciling-server.ts'
import type { ReconciliationReply } from '@veni/domain/api/reconciliation'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import type { Client } from '../../api/client.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { StillLocked } from '../../storage/sealed/alone.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { OtherRunner } from '../deps.ts'
import type { OutboxEntry } from '../entry.ts'
import { changeEntry, listEntries, storeEntry } from '../stores/entry-store.ts'
import { changePhoto, deletePhoto, readPhoto } from '../stores/photo-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, sent, publicKey } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, sent, publicKey } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

test('after a restored backup the lost deals come back whole, no longer count as received, and the others stay', async () => {
  const [first, second, third] = [await receive(1), await receive(2), await receive(3)]
  expect(await run()).toBe(false)
  for (const { id, photo } of [second, third]) {
    server.works.delete(id)
    server.photos.delete(photo.sha256)
  }
  server.state.epoch = 'second'
  expect(await run()).toBe(true)
  const entries = await listEntries(owner)
  expect(entries.map(({ id }) => id)).toEqual([second.id, third.id])
  for (const [at, { entry, photo, visitId }] of [second, third].entries()) {
    expect(entries[at]).toMatchObject({ state: 'waiting', done: [], takenBackAt: NOW })
    expect(entries[at]?.work).toEqual(entry.work)
    expect(entries[at]).not.toHaveProperty('hash')
    expect(await readPhoto(photo.id)).toEqual({ ...photo, url: undefined, uploadId: undefined })
    expect(await storage.deals.get(visitId)).toMatchObject({ takenBackAt: NOW })
    expect((await storage.deals.get(visitId))?.receivedAt).toBeUndefined()
  }
  expect((await storage.deals.get(first.visitId))?.receivedAt).toBe(1)
  // What came back is compared again only after it was sent again, and the others by the digest.
  server.asked.length = 0
  expect(await run()).toBe(false)
  expect(server.asked).toEqual([])
})

test('names all works once, and only new or lost ones later', async () => {
  for (let at = 1; at <= 3; at += 1) await receive(at)
  await run()
  server.asked.length = 0
  await run()
  expect(server.asked).toEqual([])
  const { id } = await receive(4)
  await run()
  expect(server.asked).toEqual([id])
})

test('a lost photo alone is sent again, and its record is not', async () => {
  const { id, visitId, photo } = await receive()
  await run()
  server.photos.delete(photo.sha256)
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([
    { id, done: ['record'], hash: hashOf(id), epoch: server.state.epoch },
  ])
  expect((await readPhoto(photo.id))?.bytes?.byteLength).toBe(photo.bytes.byteLength)
  expect((await storage.deals.get(visitId))?.receivedAt).toBeUndefined()
})

test('work that the server has under another hash does not count as received', async () => {
  const { id } = await receive()
  await run()
  server.works.set(id, { hash: 'f'.repeat(64), photos: [], isSent: true })
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id, done: [] }])
})

test('a lost deal that cannot be opened no longer counts as received, and its entry is made again', async () => {
  const { id, visitId } = await receive()
  await run()
  server.works.delete(id)
  for (const key of await sentStorage.entries.getKeys())
    if (key.endsWith(id)) await sentStorage.entries.delete(key)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await run()
  expect(warn).toHaveBeenCalled()
  expect(await listEntries(owner)).toEqual([])
  expect((await storage.deals.get(visitId))?.receivedAt).toBeUndefined()
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id, work: { kind: 'settlement' } }])
})

test('a lost deal that another key has sealed is not deleted', async () => {
  const { id, visitId } = await receive()
  await run()
  server.works.delete(id)
  const right = deps.sealing.createOpener
  const { private_key } = await newSealingKeys()
  deps = { ...deps, sealing: { ...deps.sealing, createOpener: () => right(private_key) } }
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await run()
  expect(warn.mock.calls.map(([what]) => what as unknown)).toEqual([
    'What was sent cannot be opened',
    'A lost work cannot be sent again',
  ])
  expect(await listEntries(owner)).toEqual([])
  expect((await storage.deals.get(visitId))?.receivedAt).toBeUndefined()
  deps = { ...deps, sealing: { ...deps.sealing, createOpener: right } }
  await run()
  // It is what was sent, not made again from the deal.
  expect(await listEntries(owner)).toMatchObject([{ id, takenBackAt: NOW }])
})

test('an answer for another runner, who has signed in meanwhile, changes nothing', async () => {
  const { id, visitId } = await receive()
  await run()
  server.works.delete(id)
  let checks = 0
  // Before the call the owner is signed in, and afterwards no longer.
  const requireOwner = () =>
    checks++ === 0 ? Promise.resolve() : Promise.reject(new OtherRunner())
  const ownerStays = deps
  deps = { ...deps, requireOwner }
  await expect(run()).rejects.toThrow(OtherRunner)
  expect(await listEntries(owner)).toEqual([])
  expect((await storage.deals.get(visitId))?.receivedAt).toBe(NOW)
  deps = ownerStays
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id }])
})

test('work still waits for the comparison when another tab held up what was to be put back', async () => {
  const { id } = await receive()
  await run()
  server.works.delete(id)
  const { alone } = deps
  deps = { ...deps, alone: () => Promise.reject(new StillLocked()) }
  await expect(run()).rejects.toThrow(StillLocked)
  expect((await sentStorage.phones.get(`${publicKey}|`))?.epoch).toBeDefined()
  deps = { ...deps, alone }
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id }])
})

test('a reply with too few results is not believed', async () => {
  const [one, two] = [await receive(1), await receive(2)]
  await run()
  server.works.delete(two.id)
  const { callApi } = deps
  const cut = async (...call: Parameters<Client['callApi']>) => {
    const reply = (await callApi(...call)) as ReconciliationReply
    return { ...reply, results: reply.results.slice(1) }
  }
  deps = { ...deps, callApi: cut as Client['callApi'] }
  await expect(run()).rejects.toThrow('bad-reply')
  deps = { ...deps, callApi }
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id: two.id }])
  expect((await storage.deals.get(one.visitId))?.receivedAt).toBe(1)
})

test('an entry that waits for its photo is sent again as a whole when the server has lost its record', async () => {
  const { id, entry } = await receive()
  await storeEntry({ ...entry, id: randomId(), done: ['record'], hash: hashOf(id), orderId: '7' })
  await run()
  expect(await listEntries(owner)).toMatchObject([{ done: [], orderId: '7', takenBackAt: NOW }])
})

test('a lost entry and its photo come back together, and not while a sender has the entry', async () => {
  const { id, entry, photo } = await receive()
  const leased: OutboxEntry = {
    ...entry,
    state: 'sending',
    lease: { by: 'a page that is gone', until: NOW + 60_000 },
  }
  await storeEntry(leased)
  server.works.delete(id)
  server.photos.delete(photo.sha256)
  const sealed = await sentStorage.unconfirmed.getKeys()
  for (const key of sealed) if (key.endsWith(id)) await sentStorage.unconfirmed.delete(key)
  await run()
  expect(await listEntries(owner)).toEqual([leased])
  expect(await readPhoto(photo.id)).toMatchObject({ url: photo.url })
  await changeEntry(leased.id, (one) => ({ ...one, lease: undefined, state: 'waiting' }))
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id: leased.id, done: [] }])
  expect(await readPhoto(photo.id)).toEqual({ ...photo, url: undefined, uploadId: undefined })
})

test('a waiting entry whose record a restored database still has goes on in its epoch', async () => {
  const { entry } = await receive()
  const open = { ...entry, done: ['record'] }
  await storeEntry(open)
  server.state.epoch = 'second'
  await run()
  expect(await listEntries(owner)).toEqual([{ ...open, epoch: 'second' }])
})

test('a sent photo whose row was lost with the database is sent again to a restored server', async () => {
  const { id, entry, photo } = await receive()
  await storeEntry({ ...entry, done: ['record'], epoch: 'first' })
  await deletePhoto(photo.id)
  server.state.epoch = 'second'
  await run()
  expect(await readPhoto(photo.id)).toEqual({ ...photo, url: undefined, uploadId: undefined })
  expect(await listEntries(owner)).toMatchObject([{ id, done: ['record'], epoch: 'second' }])
  // Now it is not lost any more.
  await changePhoto(photo.id, (stored) => ({ ...stored, url: photo.url }))
  expect(await run()).toBe(false)
})

test('a photo whose row was lost before its deal was received comes back when the server loses it', async () => {
  const { id, entry, photo } = await receive()
  await deletePhoto(photo.id)
  if (entry.work.kind !== 'settlement') throw new Error(entry.work.kind)
  const settlement = { ...entry.work.settlement, hair_photo_url: photo.url }
  await sent.storeSent([{ ...entry, work: { ...entry.work, settlement } }], NOW)
  await run()
  expect(await listEntries(owner)).toEqual([])
  server.photos.delete(photo.sha256)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id, done: ['record'] }])
  expect(await readPhoto(photo.id)).toEqual({ ...photo, url: undefined, uploadId: undefined })
})

test('what the server has beyond the phone is accepted, and a later loss is still found', async () => {
  const [old, lost] = [await receive(1), await receive(2)]
  await run()
  server.works.set('of-an-evicted-phone', { hash: 'e'.repeat(64), photos: [], isSent: true })
  expect(await run()).toBe(false)
  server.asked.length = 0
  await run()
  expect(server.asked).toEqual([])
  server.works.delete(lost.id)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id: lost.id }])
  expect(await sentStorage.confirmed.getAll()).toContainEqual(
    expect.objectContaining({ id: old.id }),
  )
})
