import {
  dealsFileSchema,
  exportedEntrySchema,
  exportedPhotoSchema,
  unreadableRowSchema,
} from '@veni/domain/deal/file'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { storePacketPhoto } from '../../test/deal-visit.ts'
import { newCashDeal, newSettlementDeal } from '../../test/deals.ts'
import { phoneDatabase } from '../../test/phone-database.ts'
import { signInAtPlainPortal, signInRunner } from '../../test/runner.ts'
import { copiedNames } from '../../test/second-copies.ts'
import { loseFile, makeUnreadable } from '../../test/unreadable-photo.ts'
import { randomId } from '../lib/random-id.ts'
import { owner } from '../state/session.ts'
import { storeDeal } from './stores/deal-store.ts'
import { exportDeals } from './deals-export.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { storeEntry } from './stores/entry-store.ts'
import { phoneDeps } from './phone-deps.ts'

/** Each entry is later than the others: an entry of the same moment would be stored as a later one. */
let madeAt = 0

async function leaveSettlement(changes: Partial<OutboxEntry>): Promise<OutboxEntry> {
  const visitId = randomId()
  const photo = await storePacketPhoto(visitId)
  const { record } = newSettlementDeal({ visit_id: visitId })
  const work = {
    kind: 'settlement',
    settlement: record,
    photos: [{ id: photo.id, role: 'packet' }],
  }
  const head = { id: visitId, owner: owner(), customerId: '7', visitId, createdAt: (madeAt += 1) }
  const entry = { ...newEntry({ ...head, work: work as OutboxEntry['work'] }), ...changes }
  await storeEntry(entry)
  return entry
}

const readFile = async () =>
  v.parse(dealsFileSchema, JSON.parse(await (await exportDeals(owner())).text()))

test('the file has all unsent work as it is stored, also refused entries, and its photos', async () => {
  signInAtPlainPortal()
  const waiting = await leaveSettlement({})
  const refused = await leaveSettlement({ state: 'refused', refusal: { status: 409 } })
  const file = await readFile()
  expect(file).toMatchObject({ owner: owner(), version: 1, unreadable: [] })
  expect(file.entries).toHaveLength(2)
  expect(file.entries).toEqual(expect.arrayContaining([waiting, refused]))
  for (const entry of [waiting, refused]) v.parse(exportedEntrySchema, entry)
  const photos = file.photos.map((photo) => v.parse(exportedPhotoSchema, photo))
  expect(photos.map((photo) => photo.visit_id).toSorted()).toEqual(
    [waiting.id, refused.id].toSorted(),
  )
  expect(photos[0]).toMatchObject({ role: 'packet', base64: '/9j/' })
})

test('the file has rows that the app cannot read as they are, with their deals and photos', async () => {
  signInAtPlainPortal()
  const database = await phoneDatabase()
  const whole = await leaveSettlement({})
  const { id, work } = whole
  const damaged = { ...whole, work: { ...work, photos: 'damaged' } }
  await database.put('outbox', damaged, id)
  const deal = { ...newSettlementDeal({ visit_id: id }), owner: owner(), visitId: id }
  await storeDeal(deal)
  // A newer release wrote it, with what JSON has no form for.
  const later = { id: randomId(), owner: owner(), version: 9, size: 10n }
  await database.put('outbox', later, later.id)
  const ofNobody = randomId()
  await database.put('outbox', null, ofNobody)
  const ofAnother = { ...later, id: randomId(), owner: '9000000002' }
  await database.put('outbox', ofAnother, ofAnother.id)

  const file = await readFile()
  expect(file).toMatchObject({ version: 2, entries: [] })
  const rows = file.unreadable.map((row) => v.parse(unreadableRowSchema, row))
  const own = { collection: 'outbox', owner: owner() }
  expect(rows.toSorted(byKeyOf(id, later.id, ofNobody))).toEqual([
    { ...own, key: id, row: damaged },
    { ...own, key: id, collection: 'deals', row: JSON.parse(JSON.stringify(deal)) as unknown },
    { ...own, key: later.id, row: { ...later, size: '10' } },
    { ...own, key: ofNobody, owner: null, row: null },
  ])
  expect(file.photos).toMatchObject([{ visit_id: id, role: 'packet' }])
  await database.delete('outbox', ofNobody)
})

const byKeyOf =
  (...keys: string[]) =>
  (one: { key: string }, other: { key: string }) =>
    keys.indexOf(one.key) - keys.indexOf(other.key)

test('a photo that the phone cannot read is missing in the file, and is sent again later', async () => {
  signInAtPlainPortal()
  const [broken, whole] = [await leaveSettlement({}), await leaveSettlement({})]
  vi.spyOn(console, 'warn').mockReturnValue()
  const [photo] = broken.work.kind === 'settlement' ? broken.work.photos : []
  await loseFile(photo?.id ?? '')
  const { entries, photos } = await readFile()
  expect(entries).toHaveLength(2)
  expect(photos).toMatchObject([{ visit_id: whole.id }])
  await expect(phoneDeps.transport.uploadPhoto(photo?.id ?? '')).rejects.toMatchObject({
    kind: 'phone',
  })
})

test('a photo that the phone cannot read is in the file from its second copy', async () => {
  signInAtPlainPortal()
  const { id, work } = await leaveSettlement({})
  vi.spyOn(console, 'warn').mockReturnValue()
  await copiedNames()
  makeUnreadable(work.kind === 'settlement' ? work.photos[0]?.id : undefined)
  expect((await readFile()).photos).toMatchObject([{ visit_id: id }])
})

test('the file has no work of another runner', async () => {
  signInAtPlainPortal()
  await leaveSettlement({})
  signInAtPlainPortal()
  expect(await readFile()).toMatchObject({ entries: [], photos: [] })
})

test('the file has settlements that a plain portal had no call for, and no received work', async () => {
  signInAtPlainPortal()
  const visitId = randomId()
  const photo = await storePacketPhoto(visitId)
  const deal = newSettlementDeal({ visit_id: visitId, hair_photo_url: 'blob:nothing' })
  await storeDeal({ ...deal, owner: owner(), visitId })
  await storeDeal({ ...newCashDeal(), owner: owner(), visitId: randomId(), receivedAt: 5 })
  const { entries, photos } = await readFile()
  expect(v.parse(v.tuple([exportedEntrySchema]), entries)[0].work).toEqual({
    kind: 'settlement',
    settlement: { ...deal.record, hair_photo_url: '' },
    photos: [{ id: photo.id, role: 'packet' }],
  })
  expect(photos).toMatchObject([{ id: photo.id }])
})

test('at our server the file has a payment of which the phone has lost the entry', async () => {
  signInRunner()
  const visitId = randomId()
  const photo = await storePacketPhoto(visitId)
  const deal = newCashDeal({ visit_id: visitId, hair_photo_url: '', cash_receipt_url: '' })
  await storeDeal({ ...deal, owner: owner(), visitId })
  const { entries, photos, unreadable } = await readFile()
  expect(v.parse(v.tuple([exportedEntrySchema]), entries)[0]).toMatchObject({
    id: visitId,
    work: {
      kind: 'cash-payment',
      payment: deal.record,
      photos: [{ id: photo.id, role: 'packet' }],
    },
  })
  expect(photos).toMatchObject([{ id: photo.id }])
  expect(unreadable).toEqual([])
})
