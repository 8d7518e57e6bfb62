import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { createReconcilingServer, NOW } from '../../../test/reconciling-server.ts'
import { newSealingKeys } from '../../../test/sealing-keys.ts'
import type { Client } from '../../api/client.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { createOpener, createSealer } from '../../storage/sealed/sealing-key.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { storeDeal } from '../stores/deal-store.ts'
import { changeEntry, listEntries, listHeads, storeEntry } from '../stores/entry-store.ts'
import { newPhotoId, readPhoto, storePhoto } from '../stores/photo-store.ts'
import { reconcile, type ReconcileDeps } from './reconcile.ts'
import { createSentStore } from './sent-store.ts'

const DAY_MS = 86_400_000

let server: ReturnType<typeof createReconcilingServer>
let deps: ReconcileDeps
let sent: ReturnType<typeof createSentStore>
let owner: string

beforeEach(async () => {
  owner = randomId()
  server = createReconcilingServer()
  const keys = await newSealingKeys()
  const sealing = {
    findPublicKey: () => Promise.resolve(keys.public_key),
    createSealer,
    createOpener,
  }
  sent = createSentStore(sealing)
  const callApi = ((_endpoint: unknown, { body }: { body: { wants_key?: boolean } }) =>
    Promise.resolve({
      ...server.answer(body as Parameters<typeof server.answer>[0]),
      ...(body.wants_key && { private_key: keys.private_key }),
    })) as unknown as Client['callApi']
  deps = { callApi, entries: { listHeads, changeEntry }, sealing, clock: { now: () => NOW } }
})

const hashOf = (id: string) => id.replaceAll('-', '').repeat(2)

/** A deal that the server has received with its photo; the phone has deleted its copy of both. */
async function receive(sentAt = NOW) {
  const visitId = randomId()
  const id = randomId()
  const photo = {
    id: newPhotoId(visitId, 'packet'),
    owner,
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes: new TextEncoder().encode(`photo of ${visitId}`).buffer,
    sha256: hashOf(visitId),
    takenAt: 1,
    url: `/api/images/${hashOf(visitId)}.jpg`,
  } as const
  await storePhoto(photo)
  await sent.storePhoto(photo)
  const deal = { ...newSettlementDeal(), visitId, owner, receivedAt: sentAt }
  await storeDeal(deal)
  const entry: OutboxEntry = {
    ...newEntry({
      id,
      owner,
      customerId: '7',
      visitId,
      createdAt: sentAt,
      work: {
        kind: 'settlement',
        settlement: deal.record,
        photos: [{ id: photo.id, role: 'packet' }],
      },
    }),
    done: ['record', 'photos'],
    hash: hashOf(id),
    epoch: 'first',
  }
  await sent.storeSent([entry], sentAt)
  await storePhoto({ ...photo, bytes: undefined })
  server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })
  server.photos.add(photo.sha256)
  return { id, visitId, entry, photo }
}

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
  // What came back is compared again only after it was sent again.
  expect(await run()).toBe(false)
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
  expect(await listEntries(owner)).toMatchObject([{ id, done: ['record'], hash: hashOf(id) }])
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

test('a lost deal that cannot be opened no longer counts as received', async () => {
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
  expect(await run()).toBe(false)
})

test('an entry that waits for its photo is sent again as a whole when the server has lost its record', async () => {
  const { id, entry } = await receive()
  await storeEntry({ ...entry, id: randomId(), done: ['record'], hash: hashOf(id), orderId: '7' })
  await run()
  expect(await listEntries(owner)).toMatchObject([{ done: [], orderId: '7', takenBackAt: NOW }])
})

test('a waiting entry whose record a restored database still has goes on in its epoch', async () => {
  const { entry } = await receive()
  const open = { ...entry, done: ['record'] }
  await storeEntry(open)
  server.state.epoch = 'second'
  await run()
  expect(await listEntries(owner)).toEqual([{ ...open, epoch: 'second' }])
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

test('the content of an erased customer is deleted, and not sent again', async () => {
  const { id, photo } = await receive()
  await run()
  server.state.erased.add(id)
  server.photos.delete(photo.sha256)
  server.works.set(id, { hash: hashOf(id), photos: [], isSent: true })
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual([])
  const keys = [...(await sentStorage.entries.getKeys()), ...(await sentStorage.photos.getKeys())]
  expect(keys.filter((key) => key.includes(id) || key.includes(photo.id))).toEqual([])
})

test('photos are deleted after the days that the server names, and work after 400 days', async () => {
  const { id, photo } = await receive()
  await run()
  const stored = async () => ({
    photo: (await sentStorage.photos.getKeys()).some((key) => key.endsWith(photo.id)),
    work: (await sentStorage.entries.getKeys()).some((key) => key.endsWith(id)),
  })
  server.state.at = NOW + 13 * DAY_MS
  await run()
  expect(await stored()).toEqual({ photo: true, work: true })
  server.state.at = NOW + 15 * DAY_MS
  await run()
  expect(await stored()).toEqual({ photo: false, work: true })
  server.state.at = NOW + 401 * DAY_MS
  await run()
  expect(await stored()).toEqual({ photo: false, work: false })
  server.asked.length = 0
  expect(await run()).toBe(false)
  expect(server.asked).toEqual([])
})

test('nothing of what was sent is readable on the phone', async () => {
  const { entry } = await receive()
  const rows = await sentStorage.entries.getAll()
  const name = 'customer_name' in entry.work ? '' : newSettlementDeal().record.customer_name
  const texts = rows.map(({ bytes }) => new TextDecoder('latin1').decode(bytes))
  expect(name).not.toBe('')
  expect(texts.filter((text) => text.includes(name) || text.includes('settlement'))).toEqual([])
})
