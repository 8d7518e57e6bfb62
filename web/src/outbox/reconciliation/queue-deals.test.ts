import { beforeEach, expect, test, vi } from 'vitest'
import type { Deal } from '@veni/domain/deal'
import type { PhotoRole } from '@veni/domain/photo'
import { listPhotos } from '@veni/domain/work'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { phoneDatabase } from '../../../test/phone-database.ts'
import { NOW } from '../../../test/reconciling-server.ts'
import { randomId } from '../../lib/random-id.ts'
import { bucket, storage } from '../../storage/phone-storage.ts'
import { nameOf, sealedStorage } from '../../storage/sealed/sealed-rows.ts'
import { OtherRunner } from '../deps.ts'
import { findNextStep, type OutboxEntry } from '../entry.ts'
import { rebuildEntry } from '../rebuild-entry.ts'
import { readDeal, storeDeal } from '../stores/deal-store.ts'
import { changeEntry, listEntries, storeEntry } from '../stores/entry-store.ts'
import { replacePhoto } from '../stores/later-photo-store.ts'
import { newPhotoId, storePhoto } from '../stores/photo-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, receive, sent, publicKey } = {} as Phone
beforeEach(async () => {
  vi.restoreAllMocks()
  ;({ owner, server, deps, receive, sent, publicKey } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)

/** A deal whose entry the phone has lost. */
async function leaveDeal(changes: Partial<Deal> = {}, made: Deal = newSettlementDeal()) {
  const visitId = randomId()
  const deal = { ...made, visitId, owner, ...changes } as Deal
  await storeDeal(deal)
  return deal
}

/** @returns the id of a photo that the phone has, without its hash */
async function takePhoto(visitId: string, role: PhotoRole): Promise<string> {
  const id = newPhotoId(visitId, role)
  const photo = { id, owner, visitId, role, type: 'image/jpeg', bytes: new ArrayBuffer(1) } as const
  await storePhoto({ ...photo, sha256: '', takenAt: 1 })
  return id
}

const isRefused = ({ state }: OutboxEntry) => state === 'refused'

const record = (id: string) => server.works.set(id, { hash: hashOf(id), photos: [], isSent: false })

test('a deal without an entry that our server does not have is sent, with the photo that is there [R-8.080]', async () => {
  const { visitId } = await leaveDeal(
    { createdAt: 5 },
    newCashDeal({ hair_photo_url: 'blob:gone' }),
  )
  const id = await takePhoto(visitId, 'packet')
  expect(await run()).toBe(true)
  const [entry, ...more] = await listEntries(owner)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ id: visitId, visitId, state: 'waiting', done: [], createdAt: 5 })
  expect(entry?.work).toMatchObject({
    kind: 'cash-payment',
    order: { invoice_id: newCashDeal().invoiceId, delivery_address: '' },
    delivered: { status: 'delivered' },
    payment: newCashDeal().record,
    photos: [{ id, role: 'packet' }],
  })
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual([entry])
})

test('only photos are sent of a deal without an entry that our server has recorded', async () => {
  const [settled, paid] = [await leaveDeal(), await leaveDeal({}, newCashDeal())]
  record(settled.visitId)
  record(paid.visitId)
  expect(await run()).toBe(true)
  const entries = await listEntries(owner)
  expect(entries).toHaveLength(2)
  for (const { visitId } of [settled, paid]) {
    const hash = hashOf(visitId)
    const made = entries.find(({ id }) => id === visitId)
    expect(made).toMatchObject({ hash, epoch: 'first', isRebuilt: true })
  }
  const doneOf = ({ visitId }: Deal) => entries.find(({ id }) => id === visitId)?.done
  expect(doneOf(settled)).toEqual(['record'])
  expect(doneOf(paid)).toEqual(['order', 'delivered', 'record', 'photo-links'])
})

test('a recorded settlement that was delivered since is as it was sent, because an address of its photo names it again', async () => {
  const deal = newSettlementDeal({ status: 'delivered' })
  const [recorded, unknown] = [await leaveDeal({}, deal), await leaveDeal({}, deal)]
  record(recorded.visitId)
  await run()
  const works = new Map((await listEntries(owner)).map(({ id, work }) => [id, work]))
  expect(works.get(recorded.visitId)).toMatchObject({ settlement: { status: 'confirmed' } })
  expect(works.get(unknown.visitId)).toMatchObject({ settlement: { status: 'delivered' } })
})

test('no call sends a deal whose customer the office has erased', async () => {
  const { visitId } = await leaveDeal()
  record(visitId)
  server.state.erased.add(visitId)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ done: ['record', 'photos', 'photo-links'] }])
})

test('a deal that the phone has sent as a whole counts as received, if our server has it', async () => {
  const { visitId, ...deal } = await leaveDeal()
  const hash = hashOf(visitId)
  await sent.storeSent([{ ...(await rebuildEntry({ visitId, ...deal } as Deal)), hash }], 1)
  record(visitId)
  expect(await run()).toBe(false)
  expect((await readDeal(visitId))?.receivedAt).toBe(NOW)
  expect(await listEntries(owner)).toEqual([])
})

test('a deal that the phone has sent as a whole comes back as it was sent, if our server lacks it', async () => {
  const deal = await leaveDeal({}, newCashDeal())
  const entry = { ...(await rebuildEntry(deal)), customerId: 'as sent', hash: hashOf(deal.visitId) }
  await sent.storeSent([entry], 1)
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ customerId: 'as sent', takenBackAt: NOW }])
})

test('a deal that is received, or that something else sends or holds, stays as it is', async () => {
  await leaveDeal({ receivedAt: 5 })
  await leaveDeal({ isDemo: true })
  await leaveDeal({ owner: randomId() })
  for (const state of ['refused', 'needs-sign-in'] as const)
    await storeEntry({ ...(await rebuildEntry(await leaveDeal())), state })
  const sealed = nameOf({ publicKey, collection: 'outbox', key: (await leaveDeal()).visitId })
  vi.spyOn(sealedStorage.rows, 'getKeys').mockResolvedValue([sealed])
  const unreadable = await leaveDeal()
  await (await phoneDatabase()).put('outbox', { version: 99 }, unreadable.visitId)
  const before = await listEntries(owner)
  server.asked.length = 0
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual(before)
  // A refused entry is asked for as well: the office may have imported it.
  expect(server.asked).toEqual(before.filter(isRefused).map(({ id }) => id))
  expect(await storage.outbox.getUnparsed(unreadable.visitId)).toEqual({ version: 99 })
})

test('nothing is made while an older storage may have the entry', async () => {
  const unmoved = vi.spyOn(bucket, 'hasUnmoved').mockReturnValue(true)
  const { visitId } = await leaveDeal()
  await run()
  expect(await listEntries(owner)).toEqual([])
  unmoved.mockReturnValue(false)
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id: visitId }])
})

test('nothing is made for a runner who has signed out since the server answered', async () => {
  await leaveDeal()
  let checks = 0
  // The first two checks, before and after the call, find the runner signed in; the next one does not.
  const requireOwner = () => (checks++ < 2 ? Promise.resolve() : Promise.reject(new OtherRunner()))
  deps = { ...deps, requireOwner }
  await expect(run()).rejects.toThrow(OtherRunner)
  expect(await listEntries(owner)).toEqual([])
})

test('an entry that came while the server answered, or a deal that was received then, stays', async () => {
  const [first, second] = [await leaveDeal(), await leaveDeal()]
  const entry = { ...(await rebuildEntry(first)), done: ['record'] }
  const { alone } = deps
  let isDone = false
  deps = {
    ...deps,
    alone: async (work) => {
      if (!isDone) {
        isDone = true
        await storeEntry(entry)
        await storeDeal({ ...second, receivedAt: 5 })
      }
      return alone(work)
    },
  }
  expect(await run()).toBe(false)
  expect(await listEntries(owner)).toEqual([entry])
  expect((await readDeal(second.visitId))?.receivedAt).toBe(5)
})

test('a photo whose file the browser has lost holds up neither its deal nor the comparison', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  const { visitId } = await leaveDeal()
  const id = await takePhoto(visitId, 'packet')
  const lost = new DOMException('The file is gone', 'NotReadableError')
  vi.spyOn(storage.photos, 'getAll').mockRejectedValue(lost)
  expect(await run()).toBe(true)
  expect(await listEntries(owner)).toMatchObject([{ id: visitId, work: { photos: [{ id }] } }])
})

test('a deal whose lost photo is sent again does not count as received without its entry', async () => {
  const { id, photo } = await receive()
  await run()
  server.photos.delete(photo.sha256)
  server.state.epoch = 'second'
  await run()
  expect(await listEntries(owner)).toMatchObject([{ id, done: ['record'] }])
  await storage.outbox.delete(id)
  await run()
  expect((await readDeal(id))?.receivedAt).toBeUndefined()
  expect(await listEntries(owner)).toMatchObject([{ id, work: { photos: [{ id: photo.id }] } }])
})

test('a visit without a UUID is not asked for: our server would refuse the whole comparison', async () => {
  await leaveDeal({ visitId: 'visit-1' })
  await run()
  expect(server.asked).toEqual([])
})

test('the address of a photo that replaces a lost one is sent for a recorded settlement', async () => {
  const { visitId } = await leaveDeal()
  record(visitId)
  await run()
  const [entry] = await listEntries(owner)
  const [photo] = listPhotos(entry!.work)
  const id = newPhotoId(visitId, 'packet')
  const bytes = new Uint8Array([1]).buffer
  await storePhoto({
    id: photo!.id,
    owner,
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    sha256: '',
    takenAt: 1,
  })
  const later = {
    id,
    owner,
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes,
    sha256: hashOf(visitId),
    takenAt: 2,
  } as const
  await storePhoto(later)
  await changeEntry(visitId, (stored) => ({ ...stored, state: 'refused' }))
  const bad = { id: photo!.id, role: 'packet', reason: 'photo-lost' } as const
  expect(await replacePhoto(visitId, bad, later, 3)).toBe(true)
  const [again] = await listEntries(owner)
  expect(findNextStep(again!)).toBe('photos')
  await changeEntry(visitId, (stored) => ({ ...stored, done: ['record', 'photos'] }))
  const [replaced] = await listEntries(owner)
  expect(findNextStep(replaced!)).toBe('photo-links')
})
