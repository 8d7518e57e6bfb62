import { listPhotos } from '@veni/domain/work'
import { beforeEach, expect, test, vi } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import {
  createReconcilingPhone,
  hashOf,
  newReceivedPhoto,
} from '../../../test/reconciling-phone.ts'
import { randomId } from '../../lib/random-id.ts'
import { storeDeal } from '../stores/deal-store.ts'
import { listEntries } from '../stores/entry-store.ts'
import { readPhoto, storePhoto, type StoredPhoto } from '../stores/photo-store.ts'
import { reconcile } from './reconcile.ts'

type Phone = Awaited<ReturnType<typeof createReconcilingPhone>>
let { owner, server, deps, sent } = {} as Phone
beforeEach(async () => {
  vi.restoreAllMocks()
  ;({ owner, server, deps, sent } = await createReconcilingPhone())
})

/** A photo that the phone has sent and sealed, without a row. */
async function sealPhoto(visitId: string, content = visitId): Promise<StoredPhoto> {
  const photo = { ...newReceivedPhoto(owner, visitId, content), uploadId: '1-1' }
  await sent.storePhoto(photo)
  return photo
}

/** A deal whose entry the phone has lost, as it has the row of its photo. */
async function leaveDeal(kind: 'cash-payment' | 'settlement') {
  const visitId = randomId()
  const photo = await sealPhoto(visitId)
  const record = { visit_id: visitId, hair_photo_url: photo.url ?? '' }
  const made = kind === 'settlement' ? newSettlementDeal(record) : newCashDeal(record)
  await storeDeal({ ...made, visitId, owner })
  return { photo, visitId }
}

test.each([
  ['a settlement that our server has recorded', 'settlement', true],
  ['a payment that our server has recorded', 'cash-payment', true],
  ['a settlement that our server does not have', 'settlement', false],
] as const)(
  'the sealed photo of %s comes back with the entry, when neither the phone nor the server has the photo',
  async (_which, kind, isRecorded) => {
    const { photo, visitId } = await leaveDeal(kind)
    const other = await sealPhoto(randomId())
    await sealPhoto(visitId, randomId())
    if (isRecorded) server.works.set(visitId, { hash: hashOf(visitId), photos: [], isSent: false })
    expect(await reconcile(owner, deps)).toBe(true)
    const [entry] = await listEntries(owner)
    expect(listPhotos(entry!.work)[0]).toEqual({ id: photo.id, role: 'packet' })
    expect(await readPhoto(photo.id)).toEqual({ ...photo, url: undefined, uploadId: undefined })
    expect(await readPhoto(other.id)).toBeUndefined()
  },
)

test('a photo whose bytes the phone has deleted since comes back under its id', async () => {
  const { photo, visitId } = await leaveDeal('settlement')
  await storePhoto({ ...photo, bytes: undefined })
  await reconcile(owner, deps)
  expect(await listEntries(owner)).toMatchObject([
    { id: visitId, work: { photos: [{ id: photo.id }] } },
  ])
  expect((await readPhoto(photo.id))?.bytes).toEqual(photo.bytes)
})

test.each(['that our server has', 'whose bytes the phone has'])(
  'a photo %s is not opened',
  async (which) => {
    const { photo } = await leaveDeal('settlement')
    const isAtServer = which === 'that our server has'
    if (isAtServer) server.photos.add(photo.sha256)
    else await storePhoto({ ...photo, takenAt: 2 })
    await reconcile(owner, deps)
    const [entry] = await listEntries(owner)
    expect(listPhotos(entry!.work)[0]?.id === photo.id).toBe(!isAtServer)
    expect((await readPhoto(photo.id))?.takenAt).toBe(isAtServer ? undefined : 2)
  },
)
