import type { PhotoRole } from '@veni/domain/photo'
import { expect, test, vi } from 'vitest'
import { newCashDeal } from '../../test/deals.ts'
import { signInRunner } from '../../test/runner.ts'
import { randomId } from '../lib/random-id.ts'
import { storage } from '../storage/phone-storage.ts'
import { rebuildEntry } from './rebuild-entry.ts'
import { newPhotoId, storePhoto } from './stores/photo-store.ts'

test('the entry of a payment has the photo of the receipt, if the payment has one', async () => {
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

const store = (photo: { id: string; role: PhotoRole; owner: string; visitId: string }) =>
  storePhoto({ ...photo, type: 'image/jpeg', bytes: new ArrayBuffer(1), sha256: '', takenAt: 1 })
