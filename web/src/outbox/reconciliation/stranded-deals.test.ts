import { beforeEach, expect, test } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { createReconcilingPhone, hashOf } from '../../../test/reconciling-phone.ts'
import { NOW } from '../../../test/reconciling-server.ts'
import type { PhotoRole } from '@veni/domain/photo'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { OtherRunner } from '../deps.ts'
import { newEntry } from '../entry.ts'
import { storeDeal } from '../stores/deal-store.ts'
import { storeEntry } from '../stores/entry-store.ts'
import { newPhotoId, storePhoto } from '../stores/photo-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps } = {} as Phone
beforeEach(async () => {
  ;({ owner, server, deps } = await createReconcilingPhone())
})

const run = () => reconcile(owner, deps)
const receivedAt = async (visitId: string) => (await storage.deals.get(visitId))?.receivedAt

/** A deal that no entry sends, with its packet photo. The server has both. */
async function strandDeal(make: typeof newSettlementDeal | typeof newCashDeal = newSettlementDeal) {
  const visitId = randomId()
  await storeDeal({ ...make(), visitId, owner, customerId: '7' })
  server.works.set(visitId, { hash: hashOf(visitId), photos: [], isSent: false })
  const sha256 = await takePhoto(visitId, 'packet')
  return { visitId, sha256 }
}

async function takePhoto(visitId: string, role: PhotoRole, sha256 = hashOf(randomId())) {
  const photo = { id: newPhotoId(visitId, role), owner, visitId, role, sha256, takenAt: 1 }
  await storePhoto({ ...photo, type: 'image/jpeg', bytes: new ArrayBuffer(9) })
  server.photos.add(sha256)
  return sha256
}

test('a deal that no entry sends is received as soon as the server shows that it has it', async () => {
  const { visitId } = await strandDeal()
  expect(await run()).toBe(true)
  expect(await receivedAt(visitId)).toBe(NOW)
  server.asked.length = 0
  expect(await run()).toBe(false)
  expect(server.asked).not.toContain(visitId)
})

test('it is not received while the server lacks the deal or its photo', async () => {
  const { visitId, sha256 } = await strandDeal()
  server.photos.delete(sha256)
  await run()
  expect(await receivedAt(visitId)).toBeUndefined()
  server.photos.add(sha256)
  server.works.delete(visitId)
  expect(await run()).toBe(false)
  expect(await receivedAt(visitId)).toBeUndefined()
})

test('it is not received without a photo that shows which one the server must have', async () => {
  const noReceipt = () => newCashDeal({ payout_method: 'cash', cash_receipt_url: 'blob:lost' })
  const { visitId } = await strandDeal(noReceipt)
  const noHash = await strandDeal()
  await takePhoto(noHash.visitId, 'packet', '')
  await run()
  expect([await receivedAt(visitId), await receivedAt(noHash.visitId)]).toEqual([
    undefined,
    undefined,
  ])
  await takePhoto(visitId, 'receipt')
  await run()
  expect(await receivedAt(visitId)).toBe(NOW)
})

test('a deal with an entry, a demo deal and a deal of another runner are not asked for', async () => {
  const [sending, demo, other] = [await strandDeal(), await strandDeal(), await strandDeal()]
  const deal = newSettlementDeal()
  await storeDeal({ ...deal, visitId: demo.visitId, owner, isDemo: true })
  await storeDeal({ ...deal, visitId: other.visitId, owner: '9' })
  const { visitId } = sending
  const work = { kind: 'settlement' as const, settlement: deal.record, photos: [] }
  await storeEntry(newEntry({ id: visitId, visitId, owner, customerId: '7', createdAt: 1, work }))
  await run()
  for (const one of [sending, demo, other]) {
    expect(server.asked).not.toContain(one.visitId)
    expect(await receivedAt(one.visitId)).toBeUndefined()
  }
})

test('an answer for another runner, who has signed in meanwhile, marks nothing', async () => {
  const { visitId } = await strandDeal()
  let calls = 0
  deps = {
    ...deps,
    // The question itself checks twice.
    requireOwner: () => ((calls += 1) > 2 ? Promise.reject(new OtherRunner()) : Promise.resolve()),
  }
  await expect(run()).rejects.toThrow(OtherRunner)
  expect(await receivedAt(visitId)).toBeUndefined()
})
