import type { PhotoRole } from '@veni/domain/photo'
import { expect, test } from 'vitest'
import { newCashDeal } from '../../test/deals.ts'
import { signInRunner } from '../../test/runner.ts'
import { randomId } from '../lib/random-id.ts'
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

const store = (photo: { id: string; role: PhotoRole; owner: string; visitId: string }) =>
  storePhoto({ ...photo, type: 'image/jpeg', bytes: new ArrayBuffer(1), sha256: '', takenAt: 1 })
