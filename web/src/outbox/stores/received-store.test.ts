import { expect, test, vi } from 'vitest'
import { toSettlementWork } from '@veni/domain/deal'
import type { Work } from '@veni/domain/work'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { rejectedWork, singleOrder } from '../../../test/fake-outbox.ts'
import { clearStorage, copiedNames, namesOf } from '../../../test/second-copies.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { readEntry, storeEntry } from './entry-store.ts'
import { readDeal, storeDealOnce } from './deal-store.ts'
import { storeReceived } from './received-store.ts'

const differences = [{ field: 'hair_value', phone: 725, office: 752, kind: 'sum' as const }]

async function storeSettlement(learned: Partial<OutboxEntry>) {
  const deal = newSettlementDeal({ visit_id: randomId() })
  const { visitId, owner, customerId, createdAt, record } = deal
  const work = toSettlementWork(record, undefined)
  const entry = newEntry({ id: visitId, owner, visitId, customerId, createdAt, work })
  await storeDealOnce(deal, entry)
  const sent: OutboxEntry = { ...entry, done: ['record'], ...learned }
  return { deal, entry: sent }
}

test('a received deal has the time and the differences of the server, and its entry is gone', async () => {
  const { deal, entry } = await storeSettlement({ differences })
  await storeReceived([entry], 5_000)
  expect(await readDeal(deal.visitId)).toEqual({ ...deal, receivedAt: 5_000, differences })
  expect(await readEntry(entry.id)).toBeUndefined()
})

test('a settlement that a plain portal did not take stays on the phone, without an entry', async () => {
  const { deal, entry } = await storeSettlement({ staysHere: true })
  await storeReceived([entry], 5_000)
  expect(await readDeal(deal.visitId)).toEqual(deal)
  expect(await readEntry(entry.id)).toBeUndefined()
})

test('a cash payment is received although a plain portal does not take its record: the portal has the order', async () => {
  const deal = newCashDeal({ visit_id: randomId() })
  const { visitId, owner, customerId, createdAt, record: payment } = deal
  const order = { customer_id: 7, product_id: 'x', quantity: 1, payment_method: 'upi' } as const
  const delivered = { status: 'delivered' } as const
  const work: Work = { kind: 'cash-payment', order, delivered, payment, photos: [] }
  const entry = newEntry({ id: visitId, owner, visitId, customerId, createdAt, work })
  await storeDealOnce(deal, entry)
  await storeReceived([{ ...entry, staysHere: true }], 5_000)
  expect(await readDeal(visitId)).toEqual({ ...deal, receivedAt: 5_000 })
})

/** Stores a status or a single order. */
async function storeOther(work: Work, visitId?: string): Promise<OutboxEntry> {
  const head = { id: randomId(), owner: '9', customerId: '8', createdAt: 1, work }
  const entry = newEntry({ ...head, ...(visitId !== undefined && { visitId }) })
  await storeEntry(entry)
  return entry
}

test('no second copy of a received entry is left, so that no restore brings it back', async () => {
  await clearStorage()
  await storage.whenRestored('outbox')
  const [received, staying] = [
    await storeSettlement({}),
    await storeSettlement({ staysHere: true }),
  ]
  const others = [await storeOther(rejectedWork), await storeOther(singleOrder, randomId())]
  const sent = [received.entry, staying.entry, ...others]
  const deals = [received, staying].map(({ deal }) => ({
    collection: 'deals' as const,
    key: deal.visitId,
  }))
  const copiesOfEntries = sent.map(({ id }) => ({ collection: 'outbox' as const, key: id }))
  expect(await copiedNames()).toEqual(namesOf([...deals, ...copiesOfEntries]))
  await storeReceived(sent, 5_000)
  await expect.poll(copiedNames).toEqual(namesOf(deals))
})

test('a received deal does not wait for a restore of single orders', async () => {
  const { entry } = await storeSettlement({})
  const whenRestored = vi.spyOn(storage, 'whenRestored')
  await storeReceived([entry], 5_000)
  expect(whenRestored).not.toHaveBeenCalled()
})
