import { beforeEach, expect, test, vi } from 'vitest'
import { rejectedWork } from '../../../test/fake-outbox.ts'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { NOW } from '../../../test/reconciling-server.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { alone } from '../../storage/sealed/alone.ts'
import { sentStorage } from '../../storage/sealed/sent-rows.ts'
import { OtherRunner } from '../deps.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { changeEntry, listEntries, storeEntry } from '../stores/entry-store.ts'
import { changePhoto, newPhotoId, readPhoto, storePhoto } from '../stores/photo-store.ts'
import { storeReceived } from '../stores/received-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, sent } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps, receive, sent } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

test('an entry that a sender is about to remove is not lost when the server has lost it meanwhile', async () => {
  const { id, entry } = await receive()
  // A sender has stored what it sent, and not yet removed the entry.
  await storeEntry({ ...entry, state: 'sending', lease: { by: 'a page', until: NOW + 60_000 } })
  server.works.delete(id)
  await run()
  const [taken] = await listEntries(owner)
  await storeReceived(taken ? [taken] : [], NOW)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id, state: 'waiting', done: [] }])
})

test('an entry that was put back since its sender took it is not removed as received', async () => {
  const { id, visitId, entry } = await receive()
  server.works.delete(id)
  await run()
  await storeReceived([entry], NOW)
  expect(await listEntries(owner)).toMatchObject([{ id, done: [] }])
  expect((await storage.deals.get(visitId))?.receivedAt).toBeUndefined()
})

test('a sign-out that is under way puts nothing back, and what was sent stays sealed', async () => {
  const { id, visitId, photo } = await receive()
  await run()
  server.works.delete(id)
  let isSignedOut = false
  const signOut = alone(async () => {
    await vi.waitFor(async () => {
      const { pending = [] } = await navigator.locks.query()
      expect(pending).toContainEqual(expect.objectContaining({ name: 'veni-clear' }))
    }, 60_000)
    isSignedOut = true
  })
  const requireOwner = () => (isSignedOut ? Promise.reject(new OtherRunner()) : Promise.resolve())
  const putting = reconcile(owner, { ...deps, requireOwner })
  await expect(putting).rejects.toThrow(OtherRunner)
  await signOut
  expect(await listEntries(owner)).toEqual([])
  expect((await storage.deals.get(visitId))?.receivedAt).toBe(NOW)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id }])
  expect(await storage.photos.get(photo.id)).toMatchObject({ sha256: photo.sha256 })
})

/** A received deal that has a photo of the receipt, too. */
async function receiveWithReceipt() {
  const { id, visitId, entry, photo } = await receive()
  const sha256 = hashOf(randomId())
  const url = `/api/images/${sha256}.jpg`
  const receipt = {
    ...photo,
    id: newPhotoId(visitId, 'receipt'),
    role: 'receipt',
    sha256,
    url,
  } as const
  await sent.storePhoto(receipt)
  await storePhoto({ ...receipt, bytes: undefined })
  const photos = [photo, receipt].map(({ id, role }) => ({ id, role }))
  await sent.storeSent([{ ...entry, work: { ...entry.work, photos } as OutboxEntry['work'] }], NOW)
  server.photos.add(sha256)
  return { id, visitId, photo, receipt }
}

test('while a lost photo waits, the rest of its work is compared by the digest alone', async () => {
  const { id, photo, visitId } = await receiveWithReceipt()
  for (let at = 2; at <= 3; at += 1) await receive(at)
  await run()
  server.photos.delete(photo.sha256)
  expect(await run()).toBe(true)
  server.asked.length = 0
  expect(await run()).toBe(false)
  expect(server.asked).toEqual([id])
  // The photo arrives, and its work leaves the outbox again.
  server.photos.add(photo.sha256)
  await changePhoto(photo.id, (stored) => ({ ...stored, url: photo.url }))
  const entry = await changeEntry(id, (stored) => ({ ...stored, done: ['record', 'photos'] }))
  await sent.storeSent(entry ? [entry] : [], 9)
  await storeReceived(entry ? [entry] : [], 9)
  server.asked.length = 0
  await run()
  expect(server.asked).toEqual([id])
  expect((await storage.deals.get(visitId))?.receivedAt).toBe(9)
  server.photos.delete(photo.sha256)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id, hash: hashOf(id) }])
})

test('a photo of another host is not asked for', async () => {
  const { id, entry, photo } = await receive()
  await changePhoto(photo.id, (stored) => ({ ...stored, url: 'https://photos.example/1.jpg' }))
  server.photos.delete(photo.sha256)
  const other = randomId()
  server.works.set(other, { hash: hashOf(other), photos: [], isSent: false })
  await sent.storeSent([{ ...entry, id: other, hash: hashOf(other) }], 2)
  for (const key of await sentStorage.unconfirmed.getKeys())
    if (key.endsWith(id)) await sentStorage.unconfirmed.delete(key)
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual([])
})

/** A full phone makes free space so. */
async function deleteSealedPhoto(id: string): Promise<void> {
  for (const key of await sentStorage.photos.getKeys())
    if (key.endsWith(id)) await sentStorage.photos.delete(key)
}

test('a photo whose bytes are gone is not on its way any more when its work is put back', async () => {
  const { id, photo } = await receive()
  await run()
  server.works.delete(id)
  server.photos.delete(photo.sha256)
  await deleteSealedPhoto(photo.id)
  expect(await run()).toBe(true)
  const row = await storage.photos.get(photo.id)
  expect([row?.sha256, row?.bytes, row?.url]).toEqual([photo.sha256, undefined, undefined])
})

test('a work whose photo is nowhere on the phone is put back without it', async () => {
  const { id, photo } = await receive()
  await run()
  server.works.delete(id)
  server.photos.delete(photo.sha256)
  await storage.photos.delete(photo.id)
  await deleteSealedPhoto(photo.id)
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id, done: [] }])
  expect(await storage.photos.has(photo.id)).toBe(false)
})

test('an entry that was sent with another content while it was compared has no new epoch', async () => {
  const { entry } = await receive()
  await storeEntry({ ...entry, done: ['record'], epoch: 'earlier' })
  const changes: unknown[] = []
  const other = { ...entry, hash: hashOf(randomId()) }
  const change: typeof changeEntry = (_id, change) => {
    changes.push(change(entry)?.epoch, change(other))
    return Promise.resolve(undefined)
  }
  await reconcile(owner, { ...deps, entries: { ...deps.entries, changeEntry: change } })
  expect(changes).toEqual([server.state.epoch, undefined])
})

test('of a work with one lost photo the other one is not sent again', async () => {
  const { photo, receipt } = await receiveWithReceipt()
  await run()
  server.photos.delete(photo.sha256)
  expect(await run()).toBe(true)
  expect((await readPhoto(photo.id))?.url).toBeUndefined()
  expect(await readPhoto(receipt.id)).toEqual({ ...receipt, bytes: undefined })
})

async function sendAgain(entry: OutboxEntry): Promise<void> {
  const again = await changeEntry(entry.id, ({ takenBackAt }) => ({ ...entry, takenBackAt }))
  await sent.storeSent(again ? [again] : [], 2)
  await storeReceived(again ? [again] : [], 2)
}

test('a photo that the server still has stays on the phone when only the record is lost', async () => {
  const { id, entry, photo } = await receive()
  await run()
  // A backup of the moments between the upload of the photo and the record.
  server.works.delete(id)
  expect(await run()).toBe(true)
  server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })
  await sendAgain(entry)
  expect(await run()).toBe(false)
  // An older backup.
  server.works.delete(id)
  server.photos.delete(photo.sha256)
  expect(await run()).toBe(true)
  expect(await readPhoto(photo.id)).toEqual({ ...photo, url: undefined })
})

test('a photo that was sent again stays on the phone for its days from then on', async () => {
  const { entry, photo } = await receive()
  await run()
  server.photos.delete(photo.sha256)
  expect(await run()).toBe(true)
  const DAY_MS = 86_400_000
  server.state.at = NOW + 13 * DAY_MS
  server.photos.add(photo.sha256)
  await sent.storePhoto(photo)
  await storePhoto({ ...photo, bytes: undefined })
  await sendAgain(entry)
  await run()
  server.state.at = NOW + 20 * DAY_MS
  await run()
  server.photos.delete(photo.sha256)
  expect(await run()).toBe(true)
  expect(await readPhoto(photo.id)).toEqual({ ...photo, url: undefined })
})

test('a lost change of a customer does not take back the deal of its visit', async () => {
  const { visitId } = await receive()
  const id = randomId()
  const head = { id, owner, customerId: '7', visitId, createdAt: 2 }
  await sent.storeSent([{ ...newEntry({ ...head, work: rejectedWork }), hash: hashOf(id) }], NOW)
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id, visitId }])
  expect((await storage.deals.get(visitId))?.receivedAt).toBe(NOW)
})
