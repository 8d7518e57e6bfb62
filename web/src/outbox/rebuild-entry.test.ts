import { expect, test, vi } from 'vitest'
import { newCashDeal } from '../../test/deals.ts'
import { signInRunner } from '../../test/runner.ts'
import { randomId } from '../lib/random-id.ts'
import { storage } from '../storage/phone-storage.ts'
import { rebuildEntry } from './rebuild-entry.ts'
import { newPhotoId, storePhoto, type StoredPhoto } from './stores/photo-store.ts'

test('the entry of a payment has the photo of the receipt, if the payment has one or was in cash', async () => {
  const [owner, visitId] = [signInRunner(), randomId()]
  const photos = (['packet', 'receipt'] as const).map((role) => ({
    id: newPhotoId(visitId, role),
    role,
  }))
  for (const photo of photos) await store({ ...photo, owner, visitId })
  const own = { owner, visitId }
  const paid = { ...newCashDeal({ cash_receipt_url: 'blob:of-an-older-page' }), ...own }
  expect((await rebuildEntry(paid)).work).toMatchObject({
    payment: { cash_receipt_url: '' },
    photos,
  })
  const inCash = { payout_method: 'cash', cash_receipt_url: '' } as const
  expect((await rebuildEntry({ ...newCashDeal(inCash), ...own })).work).toMatchObject({ photos })
  const withoutReceipt = { ...newCashDeal({ cash_receipt_url: '' }), ...own }
  expect((await rebuildEntry(withoutReceipt)).work).toMatchObject({ photos: [photos[0]] })
})

test('a photo that cannot be read keeps its id, one that is missing gets an id, and an address stays', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const [owner, visitId] = [signInRunner(), randomId()]
  const id = newPhotoId(visitId, 'packet')
  await store({ id, role: 'packet', owner, visitId })
  const lost = new DOMException('Failed to read large value', 'DataError')
  vi.spyOn(storage.photos, 'getAll').mockRejectedValueOnce(lost)
  const addresses = {
    hair_photo_url: 'https://photos.example/packet.jpg',
    cash_receipt_url: 'https://photos.example/receipt.jpg',
  }
  const { work } = await rebuildEntry({ ...newCashDeal(addresses), owner, visitId })
  expect(work).toMatchObject({
    payment: addresses,
    photos: [{ id, role: 'packet' }, { role: 'receipt' }],
  })
  const [, receipt] = work.kind === 'cash-payment' ? work.photos : []
  expect(receipt?.id.startsWith(`${visitId}.receipt.`)).toBe(true)
  expect(warn.mock.calls.map(([, error]) => error as unknown)).toEqual([lost])
})

test('a photo of an interrupted attempt does not take the place of the lost photo of the deal', async () => {
  const [owner, visitId] = [signInRunner(), randomId()]
  const newReceipt = (letter: string) => ({
    id: newPhotoId(visitId, 'receipt'),
    role: 'receipt' as const,
    owner,
    visitId,
    sha256: letter.repeat(64),
  })
  const [left, own, later] = [newReceipt('a'), newReceipt('b'), newReceipt('c')] as const
  const cash_receipt_url = `/api/images/${'b'.repeat(64)}.jpg`
  const deal = { ...newCashDeal({ cash_receipt_url }), owner, visitId, createdAt: 5 }
  const findReceipt = async () => {
    const { work } = await rebuildEntry(deal)
    return work.kind === 'cash-payment' ? work.photos[1]?.id : undefined
  }
  await store({ ...left, takenAt: 4 })
  expect([left.id, own.id, later.id]).not.toContain(await findReceipt())
  await store({ ...own, takenAt: 3 })
  expect(await findReceipt()).toBe(own.id)
  // The clock may have been wrong.
  await store({ ...left, takenAt: 7 })
  expect(await findReceipt()).toBe(own.id)
  await storage.photos.delete(left.id)
  // An intermediary may have refused it, so it is sent again.
  await store({ ...own, takenAt: 3, refusal: '403' })
  expect(await findReceipt()).toBe(own.id)
  // The runner has replaced a photo that the server refused.
  await store({ ...later, takenAt: 6 })
  expect(await findReceipt()).toBe(later.id)
})

test('the photo of a deal is found when only the deal or only the photo has its address', async () => {
  const [owner, visitId] = [signInRunner(), randomId()]
  const [before, after] = [newPhotoId(visitId, 'packet'), newPhotoId(visitId, 'packet')]
  const own = { role: 'packet' as const, owner, visitId }
  const findPacket = async (hair_photo_url: string) => {
    const deal = { ...newCashDeal({ hair_photo_url }), owner, visitId, createdAt: 5 }
    const { work } = await rebuildEntry(deal)
    return work.kind === 'cash-payment' ? work.photos[0]?.id : undefined
  }
  await store({ ...own, id: before, takenAt: 4 })
  // Only the deal has the address.
  expect(await findPacket('https://photos.example/packet.jpg')).toBe(before)
  await store({ ...own, id: before, takenAt: 4, url: 'https://photos.example/packet.jpg' })
  expect(await findPacket('')).toBe(before)
  // A photo with the very time of the deal was taken before it, so it does not replace the photo of the deal.
  await store({ ...own, id: after, takenAt: 5, url: 'https://photos.example/other.jpg' })
  expect(await findPacket('https://photos.example/packet.jpg')).toBe(before)
  await storage.photos.delete(before)
  expect([before, after]).not.toContain(await findPacket('https://photos.example/packet.jpg'))
})

const store = (
  photo: Pick<StoredPhoto, 'id' | 'role' | 'owner' | 'visitId'> & Partial<StoredPhoto>,
): Promise<void> =>
  storePhoto({ type: 'image/jpeg', bytes: new ArrayBuffer(1), sha256: '', takenAt: 1, ...photo })
