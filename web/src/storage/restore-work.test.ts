import { beforeEach, expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import {
  beginAnew,
  copiedNames,
  forgetAll,
  namesOf,
  putStored,
  stored,
} from '../../test/second-copies.ts'
import { copyRows } from './second-copy.ts'
import { wait } from '../lib/wait.ts'
import { makeRoom, writePhone } from './write-phone.ts'
import { newEntry } from '../outbox/entry.ts'
import { acceptOrder } from '../outbox/asked-order.ts'
import { putEntry, removeEntry } from '../outbox/idb-store.ts'
import { discardPhoto, type StoredPhoto } from '../outbox/photo-store.ts'
import type * as restoring from './restore-work.ts'

const visitId = crypto.randomUUID()
const bytes = new Uint8Array([0xff, 0xd8, 0x0a, 0x00, 0xff]).buffer
const photo = {
  store: 'photos',
  key: `${visitId}.packet.1`,
  value: { visitId, place: 'నల్గొండ', bytes },
} as const
const { record } = newSettlementDeal({ visit_id: visitId })
const head = { owner: '9', customerId: '7', visitId, createdAt: 1 }
const photos = [{ id: photo.key, role: 'packet' as const }]
const deal = { store: 'deals', key: visitId, value: { visitId, record } } as const
const sending = newEntry({
  ...head,
  id: visitId,
  work: { kind: 'settlement', settlement: record, photos },
})
const entry = { store: 'outbox', key: visitId, value: sending } as const
const other = newEntry({
  ...head,
  id: 'e2',
  work: { kind: 'settlement-delivered', invoiceId: record.invoice_id },
})
const handover = { store: 'outbox', key: 'e2', value: other } as const
const work = [photo, deal, entry, handover]
const received = { ...deal.value, receivedAt: 5 }

beforeEach(async () => {
  vi.restoreAllMocks()
  await forgetAll()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

/** The app is opened again. @returns whether something came back */
async function openAgain(): Promise<boolean> {
  const address = `./restore-work.ts?again=${crypto.randomUUID()}`
  const { countRestored, restoreWork } = (await import(
    /* @vite-ignore */ address
  )) as typeof restoring
  await restoreWork()
  return Promise.race([countRestored().then((count) => count > 0), wait(0).then(() => false)])
}

test('all work is there again after the browser began its database anew [R-8.080]', async () => {
  await writePhone([...work, { store: 'snapshots', key: 'list', value: 1 }])
  expect(await copiedNames()).toEqual(namesOf(work))
  await beginAnew()
  expect(await openAgain()).toBe(true)
  for (const row of work) expect(await stored(row)).toEqual(row.value)
  expect(await stored({ store: 'snapshots', key: 'list' })).toBeUndefined()
  expect(await openAgain()).toBe(false)
})

test('what was taken away, by the runner or by the office, does not come back', async () => {
  await writePhone(work)
  await removeEntry(entry.key)
  await acceptOrder(other)
  await writePhone([{ ...photo, value: { visitId } }])
  expect(await copiedNames()).toEqual(namesOf([deal]))
})

test('a copy goes before its row: a phone that dies in between sends nothing twice', async () => {
  await putEntry(sending)
  await copiedNames()
  const dropCopy = vi.spyOn(Cache.prototype, 'delete')
  const deleteRow = vi.spyOn(IDBObjectStore.prototype, 'delete')
  await removeEntry(entry.key)
  const dropped = dropCopy.mock.calls.findIndex(
    ([name]) => name === `/second-copy/outbox/${entry.key}`,
  )
  const deleted = deleteRow.mock.calls.findIndex(([key]) => key === entry.key)
  expect(dropCopy.mock.invocationCallOrder[dropped]).toBeLessThan(
    deleteRow.mock.invocationCallOrder[deleted] ?? 0,
  )
})

test('a database that forgot what the office took has it again, and does not send it again', async () => {
  await writePhone(work)
  await writePhone([{ ...deal, value: received }])
  await removeEntry(entry.key)
  await writePhone([{ ...handover, value: { ...other, done: ['delivered'] } }])
  await copiedNames()
  for (const row of work) await putStored(row, row.value)
  expect(await openAgain()).toBe(true)
  expect(await stored(deal)).toEqual(received)
  expect(await stored(entry)).toBeUndefined()
  expect(await stored(handover)).toMatchObject({ done: ['delivered'] })
})

test('a copy that is older than its row changes nothing', async () => {
  await writePhone(work)
  await copiedNames()
  await putStored(deal, received)
  await putStored(handover, { ...other, done: ['delivered'] })
  expect(await openAgain()).toBe(false)
  expect(await stored(deal)).toEqual(received)
  expect(await stored(handover)).toMatchObject({ done: ['delivered'] })
})

test('on a full phone the copies of photos give way, and no other', async () => {
  await writePhone(work)
  await copiedNames()
  await makeRoom()
  expect(await copiedNames()).toEqual(namesOf([deal, entry, handover]))
  expect(await stored(photo)).toEqual(photo.value)
})

test('the copy of a photo that only the copy has left stays on a full phone', async () => {
  await writePhone(work)
  await beginAnew()
  await makeRoom()
  await openAgain()
  expect(await stored(photo)).toEqual(photo.value)
})

test('one copy that cannot be read keeps no other from coming back', async () => {
  const cache = await caches.open('veni-second-copy')
  for (const store of ['photos', 'outbox'])
    await cache.put(`/second-copy/${store}/torn`, new Response('half a r'))
  await writePhone(work)
  await beginAnew()
  await openAgain()
  expect(await stored(photo)).toEqual(photo.value)
  expect(await stored(deal)).toEqual(deal.value)
  expect(await stored(entry)).toEqual(sending)
})

test('a copy that fails loses nothing, and is made with the next', async () => {
  vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new Error('no room'))
  await writePhone([deal])
  expect(await stored(deal)).toEqual(deal.value)
  await copiedNames()
  expect(await copiedNames()).toEqual(namesOf([deal]))
})

test('unsent work that has no copy, as of an older release, gets one', async () => {
  for (const row of work) await putStored(row, row.value)
  await openAgain()
  expect(await copiedNames()).toEqual(namesOf(work))
})

test('of deals that the office has the newest 250 keep their copies, and every unsent one', async () => {
  const deals = Array.from({ length: 501 }, (_, at) => ({
    store: 'deals' as const,
    key: `v${at}`,
    value: { receivedAt: at },
  }))
  const unsent = { ...deal, key: 'unsent' }
  await writePhone([unsent, ...deals])
  await copiedNames()
  await openAgain()
  expect(await copiedNames()).toEqual(namesOf([unsent, ...deals.slice(-250)]))
})

test('a database that was lost under the open page takes no copy with it', async () => {
  await writePhone([deal])
  await beginAnew()
  copyRows([deal])
  expect(await copiedNames()).toEqual(namesOf([deal]))
  await openAgain()
  expect(await stored(deal)).toEqual(deal.value)
})

test('a photo that its host refused is gone, and one of a completed deal is not', async () => {
  await writePhone([photo])
  await copiedNames()
  await discardPhoto({ id: photo.key, visitId } as StoredPhoto)
  expect(await copiedNames()).toEqual([])
  await writePhone([photo, deal])
  await discardPhoto({ id: photo.key, visitId } as StoredPhoto)
  expect(await copiedNames()).toEqual(namesOf([photo, deal]))
})

test('a second copy that does not answer keeps nothing back', async () => {
  await writePhone([entry])
  await copiedNames()
  vi.spyOn(caches, 'open').mockReturnValue(new Promise(() => undefined))
  await removeEntry(entry.key)
  expect(await stored(entry)).toBeUndefined()
  await openAgain()
})
