import { dealsFileSchema, type ExportedRow } from '@veni/domain/deal/file'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { storePacketPhoto } from '../../test/deal-visit.ts'
import { newCashDeal, newSettlementDeal } from '../../test/deals.ts'
import { phoneDatabase } from '../../test/phone-database.ts'
import { clearStorage } from '../../test/second-copies.ts'
import { signInAtPlainPortal } from '../../test/runner.ts'
import { randomId } from '../lib/random-id.ts'
import { exportDeals } from './deals-export.ts'
import { newEntry } from './entry.ts'
import { storeDeal } from './stores/deal-store.ts'
import { storeEntry } from './stores/entry-store.ts'
import { changePhoto, deletePhoto } from './stores/photo-store.ts'

let owner: string
beforeEach(async () => {
  await clearStorage()
  owner = signInAtPlainPortal()
})

const put = async (row: unknown, key: string = randomId()) => {
  await (await phoneDatabase()).put('outbox', row, key)
  return key
}
const readFile = async () =>
  v.parse(dealsFileSchema, JSON.parse(await (await exportDeals(owner)).text()))

async function storeSettlement(photoIds: readonly string[], visitId: string = randomId()) {
  const { record: settlement } = newSettlementDeal({ visit_id: visitId })
  const photos = photoIds.map((id) => ({ id, role: 'packet' as const }))
  const work = { kind: 'settlement' as const, settlement, photos }
  await storeEntry(newEntry({ id: visitId, owner, customerId: '7', visitId, createdAt: 1, work }))
}

test('the file has a name with the runner and the day, and a type that a phone can share', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T10:00:00.000Z'), toFake: ['Date'] })
  const { name, type } = await exportDeals(owner)
  const { exported_at: exportedAt } = await readFile()
  vi.useRealTimers()
  expect([name, type]).toEqual([`veni-deals-${owner}-2026-11-25.txt`, 'text/plain'])
  expect(exportedAt).toBe('2026-11-25T10:00:00.000Z')
})

test('a photo is in the file once, with its visit, hash and time, and one without bytes is not', async () => {
  const visitId = randomId()
  const [photo, other, sent, gone] = [
    await storePacketPhoto(visitId),
    await storePacketPhoto(visitId),
    await storePacketPhoto(visitId),
    await storePacketPhoto(visitId),
  ]
  const sha256 = 'a'.repeat(64)
  await changePhoto(photo.id, (stored) => ({ ...stored, sha256, takenAt: 5 }))
  await changePhoto(sent.id, (stored) => ({ ...stored, bytes: undefined }))
  await deletePhoto(gone.id)
  await storeSettlement([photo.id, sent.id, gone.id, other.id], visitId)
  await storeSettlement([photo.id])
  const { photos } = await readFile()
  expect(photos).toEqual([
    {
      id: photo.id,
      visit_id: visitId,
      role: 'packet',
      type: photo.type,
      sha256,
      taken_at: '1970-01-01T00:00:00.005Z',
      base64: '/9j/',
    },
    expect.objectContaining({ id: other.id }),
  ])
})

test('rows that JSON has no form for do not stop the export', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const round: Record<string, unknown> = {}
  round['self'] = round
  const rows = { [await put(round)]: '[object Object]', [await put(undefined)]: null }
  const { unreadable } = await readFile()
  const found = (unreadable as ExportedRow[]).map(({ key, row }) => [key, row])
  expect(Object.fromEntries(found)).toEqual(rows)
})

test('a damaged row that names its visit is in the file with the photos of that visit, and no others', async () => {
  const [visitId, other] = [randomId(), randomId()]
  const photo = await storePacketPhoto(visitId)
  await storePacketPhoto(other)
  await put({ owner, visitId })
  expect((await readFile()).photos).toMatchObject([{ id: photo.id }])
})

test('without an unreadable row the file has no photo that no work names', async () => {
  await storePacketPhoto(randomId())
  const { version, photos, unreadable } = await readFile()
  expect({ version, photos, unreadable }).toEqual({ version: 1, photos: [], unreadable: [] })
})

test('a deal that cannot be read is in the file by itself, unless its entry is there', async () => {
  const [alone, sent] = [randomId(), randomId()]
  const database = await phoneDatabase()
  await storeSettlement([], sent)
  for (const key of [alone, sent]) await database.put('deals', { owner, version: 9 }, key)
  const { entries, unreadable } = await readFile()
  expect(entries).toMatchObject([{ id: sent }])
  expect(unreadable).toEqual([
    { collection: 'deals', key: alone, owner, row: { owner, version: 9 } },
  ])
})

test('an entry and a deal of one visit that cannot be read are both in the file', async () => {
  const visitId = await put({ owner, version: 9, damaged: 'entry' })
  const damaged = { owner, version: 9, damaged: 'deal' }
  await (await phoneDatabase()).put('deals', damaged, visitId)
  const { unreadable } = await readFile()
  expect(unreadable).toEqual([
    { collection: 'outbox', key: visitId, owner, row: { ...damaged, damaged: 'entry' } },
    { collection: 'deals', key: visitId, owner, row: damaged },
  ])
})

test('the file of a plain portal has a settlement as work, and a payment as a row', async () => {
  const newDeal = (deal: ReturnType<typeof newCashDeal | typeof newSettlementDeal>) => {
    const visitId = randomId()
    return { ...deal, owner, visitId } as typeof deal
  }
  const [settlement, payment] = [newDeal(newSettlementDeal()), newDeal(newCashDeal())]
  for (const deal of [settlement, payment]) await storeDeal(deal)
  const { entries, unreadable } = await readFile()
  expect(entries).toMatchObject([{ id: settlement.visitId, work: { kind: 'settlement' } }])
  expect(unreadable).toMatchObject([{ collection: 'deals', key: payment.visitId }])
})
