import { expect, test, vi } from 'vitest'
import { randomId } from '../../lib/random-id.ts'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { readDeal, storeDeal, storeDealOnce } from './deal-store.ts'
import { newEntry } from '../entry.ts'
import { readEntry } from './entry-store.ts'
import {
  discardPhoto,
  isUsedForAnother,
  newPhotoId,
  onPhotoGone,
  readPhoto,
  storePhoto,
} from './photo-store.ts'

test('the same bytes for another customer are found, even after their upload', async () => {
  const sha256 = randomId()
  const visitId = randomId()
  const photo = {
    id: newPhotoId(visitId, 'packet'),
    owner: '9000000001',
    visitId,
    customerId: '26',
    role: 'packet',
    type: 'image/jpeg',
    sha256,
    takenAt: 1,
  } as const
  await storePhoto({ ...photo, bytes: new ArrayBuffer(3) })
  expect(await isUsedForAnother(sha256, '26')).toBe(false)
  expect(await isUsedForAnother(sha256, '27')).toBe(true)
  await storePhoto(photo)
  expect(await isUsedForAnother(sha256, '27')).toBe(true)
  expect(await isUsedForAnother(randomId(), '27')).toBe(false)
  expect(await isUsedForAnother('', '27')).toBe(false)
})

test('a refused photo is deleted, except after its deal is completed', async () => {
  const visitId = randomId()
  const id = newPhotoId(visitId, 'packet')
  const photo = {
    id,
    owner: '9000000001',
    visitId,
    role: 'packet',
    type: 'image/jpeg',
    bytes: new ArrayBuffer(3),
    sha256: '',
    takenAt: 1,
  } as const
  await storePhoto(photo)
  expect(await discardPhoto(photo)).toBe(true)
  expect(await readPhoto(id)).toBeUndefined()

  await storePhoto(photo)
  await storeDeal({ ...newCashDeal(), visitId })
  expect(await discardPhoto(photo)).toBe(false)
  expect(await readPhoto(id)).toEqual(photo)
})

test('a deal whose photo is refused at the last tap is neither stored nor sent', async () => {
  // Tests of other files use the same database and the visit id of the fixtures.
  const deal = { ...newCashDeal(), visitId: crypto.randomUUID() }
  const photos = [{ id: newPhotoId(deal.visitId, 'packet'), role: 'packet' as const }]
  const entry = newEntry({
    id: deal.visitId,
    owner: deal.owner,
    customerId: deal.customerId,
    createdAt: 1,
    work: { kind: 'settlement', settlement: newSettlementDeal().record, photos },
  })
  const gone = vi.fn<(id: string) => void>()
  onPhotoGone(gone)
  await expect(storeDealOnce(deal, entry)).rejects.toThrow('photo')
  expect(gone.mock.calls).toEqual([[photos[0]?.id]])
  expect(await readDeal(deal.visitId)).toBeUndefined()
  expect(await readEntry(entry.id)).toBeUndefined()
  // A second tap gets the stored deal.
  await storeDeal(deal)
  expect(await storeDealOnce(deal, entry)).toEqual(deal)
})
