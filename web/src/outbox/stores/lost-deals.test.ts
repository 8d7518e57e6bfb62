import { beforeEach, expect, test, vi } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { deleteDatabase } from '../../../test/delete-database.ts'
import { phoneDatabase, writeRows } from '../../../test/phone-database.ts'
import { clearStorage, copiedNames, namesOf, stored } from '../../../test/second-copies.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { storeDealOnce } from './deal-store.ts'
import { storeLostDeals } from './lost-deals.ts'
import { storeReceived } from './received-store.ts'

const visitId = randomId()
const settled = newSettlementDeal({ visit_id: visitId, clock_offset_s: 4 })
const deal = { collection: 'deals', key: visitId } as const
const entry = { collection: 'outbox', key: visitId } as const
const whole = { ...settled, clockOffsetS: 4 }

const newDealEntry = (work: OutboxEntry['work']): OutboxEntry => {
  const { owner, customerId, createdAt } = settled
  return newEntry({ id: visitId, visitId, owner, customerId, createdAt, work })
}
const sending = newDealEntry({ kind: 'settlement', settlement: settled.record, photos: [] })

beforeEach(async () => {
  vi.restoreAllMocks()
  await clearStorage()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await storage.whenRestored('outbox')
})

/** The copies at these addresses are not made. */
function failCopies(isFailing: (address: string) => boolean): void {
  const put = Reflect.get(Cache.prototype, 'put') as (this: Cache, ...call: Copy) => Promise<void>
  vi.spyOn(Cache.prototype, 'put').mockImplementation(function (this: Cache, ...call) {
    const isFailed = isFailing(call[0] as string)
    return isFailed ? Promise.reject(new Error('no room')) : put.apply(this, call)
  })
}
type Copy = Parameters<Cache['put']>

test('a browser that dies after the first copy of a new deal, and loses its database, still sends and shows the deal [R-8.080]', async () => {
  await copiedNames()
  const copies: string[] = []
  failCopies((address) => copies.push(address) > 1)
  await storeDealOnce(whole, sending)
  await expect.poll(() => copies.length).toBeGreaterThan(1)
  await storage.close()
  await deleteDatabase()
  vi.restoreAllMocks()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await storage.whenRestored('outbox')
  expect([await stored(deal), await stored(entry)]).toEqual([undefined, sending])
  await storeLostDeals()
  expect([await stored(deal), await stored(entry)]).toEqual([whole, sending])
})

test('the deal has its copy although its entry cannot be copied', async () => {
  failCopies((address) => address.includes('/outbox/'))
  await storeDealOnce(whole, sending)
  await expect.poll(async () => (await copiedNames()).join()).toBe(`deals ${visitId}`)
})

test('an entry whose deal is lost stores it as received when it is sent', async () => {
  await writeRows([{ ...entry, row: sending }])
  await storeReceived([sending], 5)
  expect([await stored(deal), await stored(entry)]).toEqual([
    { ...whole, receivedAt: 5 },
    undefined,
  ])
})

test.each([
  ['a newer release', { ...whole, kind: 'donation' }, { ...sending, version: 9 }],
  ['a damaged disk', { visitId }, { id: visitId, version: 1 }],
])('a visit has no second deal beside rows of %s', async (_what, dealRow, entryRow) => {
  const again = { ...whole, invoiceId: 'INV-2-AAAAAA' }
  const rows = [
    { ...deal, row: dealRow },
    { ...entry, row: entryRow },
  ]
  for (const some of [rows, rows.slice(0, 1), rows.slice(1)]) {
    await clearStorage()
    await writeRows(some)
    await expect(storeDealOnce(again, sending)).rejects.toThrow('that it cannot read')
    for (const { row, ...name } of some) expect(await stored(name)).toEqual(row)
  }
})

test('a visit whose deal is lost has the deal of its entry, also for a second tap', async () => {
  await writeRows([{ ...entry, row: sending }])
  const again = { ...whole, invoiceId: 'INV-2-AAAAAA' }
  expect(await storeDealOnce(again, sending)).toEqual(whole)
  expect([await stored(deal), await stored(entry)]).toEqual([whole, sending])
})

test('a cash payment whose deal is lost comes back with its whole record', async () => {
  const paid = newCashDeal({ visit_id: visitId })
  const { record: payment } = paid
  const order = {
    customer_id: '7',
    product_id: '1',
    quantity: 1,
    payment_method: 'upi' as const,
    delivery_address: '',
  }
  const work = { kind: 'cash-payment', payment, order, photos: [] } as const
  await writeRows([
    { ...entry, row: newDealEntry({ ...work, delivered: { status: 'delivered' }, photos: [] }) },
  ])
  await storeLostDeals()
  expect(await stored(deal)).toEqual({ ...paid, clockOffsetS: undefined })
})

test('a settlement that a plain portal does not take comes back, and is not received', async () => {
  const staying = { ...sending, staysHere: true as const }
  await writeRows([{ ...entry, row: staying }])
  await storeReceived([staying], 5)
  expect([await stored(deal), await stored(entry)]).toEqual([whole, undefined])
})

test('a sender writes no deal of a runner who has signed out meanwhile', async () => {
  await storeReceived([sending], 5)
  expect(await stored(deal)).toBeUndefined()
})

test('a deal that this release cannot read stays as it is', async () => {
  const newer = { visitId, kind: 'lease', owner: settled.owner }
  await (await phoneDatabase()).put('deals', newer, visitId)
  await writeRows([{ ...entry, row: sending }])
  await storeLostDeals()
  await storeReceived([sending], 5)
  expect(await stored(deal)).toEqual(newer)
})

test('a deal that is there stays as it is', async () => {
  const delivered = { ...settled.record, status: 'delivered' as const }
  await storeDealOnce({ ...whole, record: delivered }, sending)
  const change = vi.spyOn(storage, 'change')
  await storeLostDeals()
  expect(await stored(deal)).toEqual({ ...whole, record: delivered })
  // A phone can have thousands of such deals, so no transaction is made for them.
  expect(change).not.toHaveBeenCalled()
})

test('the entry of a deal that names no visit is sent, and does not prevent that other deals come back', async () => {
  const { visitId: _, ...damaged } = sending
  const first = { ...damaged, id: '0' }
  await writeRows([
    { collection: 'outbox', key: first.id, row: first },
    { ...entry, row: sending },
  ])
  await storeLostDeals()
  expect(await stored(deal)).toEqual(whole)
  await storeReceived([first], 5)
  expect(await copiedNames()).toEqual(namesOf([deal, entry]))
  expect(await storage.outbox.getKeys()).toEqual([visitId])
})

test('the deal of an entry that is sent while the deals are listed is not made', async () => {
  await writeRows([{ ...entry, row: sending }])
  vi.spyOn(storage.deals, 'getKeys').mockImplementation(async () => {
    await storage.outbox.delete(visitId)
    return []
  })
  await storeLostDeals()
  expect(await stored(deal)).toBeUndefined()
})

test('a sender does not delete the copy of an entry that the database has lost', async () => {
  await storeDealOnce(whole, sending)
  expect(await copiedNames()).toEqual(namesOf([deal, entry]))
  await (await phoneDatabase()).delete('outbox', visitId)
  await storeReceived([sending], 5)
  expect(await copiedNames()).toEqual(namesOf([deal, entry]))
})
