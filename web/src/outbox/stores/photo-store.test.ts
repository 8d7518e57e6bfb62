import { expect, onTestFinished, test, vi } from 'vitest'
import { randomId } from '../../lib/random-id.ts'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { readDeal, storeDeal, storeDealOnce } from './deal-store.ts'
import { newEntry } from '../entry.ts'
import { readEntry, storeEntry } from './entry-store.ts'
import { storage } from '../../storage/phone-storage.ts'
import { LostPhoto, UnreadableRow } from '../../storage/storage-problem.ts'
import {
  discardPhoto,
  discardPhotos,
  failWithoutPhoto,
  findPhoto,
  isUsedForAnother,
  newPhotoId,
  onPhotoGone,
  readPhoto,
  storePhoto,
  type StoredPhoto,
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
  // Without a hash nothing tells whether two photos are the same.
  await storePhoto({ ...photo, id: newPhotoId(visitId, 'packet'), sha256: '' })
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
  const gone = vi.fn<(id: string) => void>()
  onPhotoGone(gone)
  await storePhoto(photo)
  expect(await discardPhoto(photo)).toBe(true)
  expect(await readPhoto(id)).toBeUndefined()
  expect(gone.mock.calls).toEqual([[id]])

  await storePhoto(photo)
  await storeDeal({ ...newCashDeal(), visitId })
  expect(await discardPhoto(photo)).toBe(false)
  expect(await readPhoto(id)).toEqual(photo)
  expect(gone.mock.calls).toEqual([[id]])
})

const newEntryOf = (visitId: string) =>
  newEntry({
    id: visitId,
    owner: '9000000001',
    customerId: '26',
    createdAt: 1,
    work: { kind: 'settlement', settlement: newSettlementDeal().record, photos: [] },
  })

test.each([
  ['deal', (visitId: string) => storeDeal({ ...newCashDeal(), visitId })],
  ['entry', (visitId: string) => storeEntry(newEntryOf(visitId))],
])('no photo of a visit whose %s is on the phone is discarded', async (_what, complete) => {
  const visitId = randomId()
  const photo = newPhoto(visitId)
  await storePhoto(photo)
  await complete(visitId)
  await discardPhotos(visitId, 'packet', photo.takenAt)
  expect(await discardPhoto(photo)).toBe(false)
  expect(await readPhoto(photo.id)).toEqual(photo)
})

test('only the photos of one role that were taken until then are discarded', async () => {
  const visitId = randomId()
  const [old, later] = [newPhoto(visitId, { takenAt: 5 }), newPhoto(visitId, { takenAt: 6 })]
  const receipt = newPhoto(visitId, { id: newPhotoId(visitId, 'receipt'), role: 'receipt' })
  const others = newPhoto(randomId())
  for (const photo of [old, later, receipt, others]) await storePhoto(photo)
  await discardPhotos(visitId, 'packet', 5)
  const left = await Promise.all([old, later, receipt, others].map(({ id }) => readPhoto(id)))
  expect(left).toEqual([undefined, later, receipt, others])
})

test('a photo whose row is missing is lost only when no restore can bring it back', async () => {
  const visitId = randomId()
  const id = newPhotoId(visitId, 'packet')
  const row = { id, owner: '', visitId, role: 'packet', type: 'image/jpeg' } as const
  await expect(failWithoutPhoto(id)).rejects.toThrow(LostPhoto)
  await storePhoto({ ...row, sha256: '', takenAt: 1 })
  await expect(failWithoutPhoto(id)).rejects.toThrow(LostPhoto)
  // It has come back meanwhile: it is tried again.
  for (const back of [{ bytes: new ArrayBuffer(3) }, { url: '/api/images/1.jpg' }]) {
    await storePhoto({ ...row, sha256: '', takenAt: 1, ...back })
    await expect(failWithoutPhoto(id)).rejects.toThrow(UnreadableRow)
  }
})

test('a photo that a full phone has in its second copy only is not lost', async () => {
  const [id, other] = [newPhotoId(randomId(), 'packet'), newPhotoId(randomId(), 'packet')]
  const left = [{ collection: 'photos', key: id, owner: '' }]
  const restored = vi.spyOn(storage, 'whenRestored')
  onTestFinished(() => restored.mockRestore())
  restored.mockResolvedValue({ count: 0, isLate: false, left })
  await expect(failWithoutPhoto(id)).rejects.toThrow(UnreadableRow)
  await expect(failWithoutPhoto(other)).rejects.toThrow(LostPhoto)
})

test('a photo whose row is missing is not lost while a restore runs', async () => {
  await storage.close()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(caches, 'open').mockReturnValue(new Promise(() => undefined))
  try {
    const id = newPhotoId(randomId(), 'packet')
    const failure = failWithoutPhoto(id).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await failure).toBeInstanceOf(UnreadableRow)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await storage.close()
  }
})

test('a deal whose photo is refused at the last tap is neither stored nor sent', async () => {
  // Tests of other files use the same database and the visit id of the fixtures.
  const deal = { ...newCashDeal(), visitId: crypto.randomUUID() }
  const there = newPhoto(deal.visitId, { id: newPhotoId(deal.visitId, 'receipt'), role: 'receipt' })
  await storePhoto(there)
  const photos = [
    { id: newPhotoId(deal.visitId, 'packet'), role: 'packet' as const },
    { id: there.id, role: there.role },
  ]
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

const newPhoto = (visitId: string, changes: Partial<StoredPhoto> = {}): StoredPhoto => ({
  id: newPhotoId(visitId, 'packet'),
  owner: '9000000001',
  visitId,
  role: 'packet',
  type: 'image/jpeg',
  sha256: '',
  takenAt: 1,
  ...changes,
})

test('the photo of a visit is its newest, also one that was taken before the sign-in', async () => {
  const visitId = randomId()
  const older = newPhoto(visitId, { takenAt: 2 })
  const newest = newPhoto(visitId, { owner: '', takenAt: 3 })
  for (const photo of [newPhoto(visitId), newest, older]) await storePhoto(photo)
  await storePhoto(newPhoto(visitId, { owner: '9000000002', takenAt: 4 }))
  const ofAnotherVisit = newPhoto(randomId(), { takenAt: 5 })
  await storePhoto(ofAnotherVisit)
  expect(await findPhoto('9000000001', visitId, 'packet')).toEqual(newest)
  expect(await findPhoto('9000000001', visitId, 'receipt')).toBeUndefined()
  expect(await findPhoto('9000000002', ofAnotherVisit.visitId, 'packet')).toBeUndefined()
})

test('the customer of a photo of an older release is that of its deal', async () => {
  const sha256 = randomId()
  const [visitId, without] = [randomId(), randomId()]
  for (const id of [visitId, without]) await storePhoto(newPhoto(id, { sha256 }))
  expect(await isUsedForAnother(sha256, '27')).toBe(false)
  await storeDeal({ ...newCashDeal(), visitId, customerId: '26' })
  expect(await isUsedForAnother(sha256, '27')).toBe(true)
  expect(await isUsedForAnother(sha256, '26')).toBe(false)
})
