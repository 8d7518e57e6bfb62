import { toSettlementWork } from '@veni/domain/deal'
import { expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { findDeal, readDeal, storeDealOnce } from './deal-store.ts'
import { listEntries, readEntry } from './entry-store.ts'

function newDeal() {
  const deal = { ...newSettlementDeal({ visit_id: randomId() }), owner: randomId() }
  const { visitId, owner, customerId, createdAt, record } = deal
  const work = toSettlementWork(record, undefined)
  return { deal, entry: newEntry({ id: visitId, visitId, owner, customerId, createdAt, work }) }
}

test('a deal that is not sent is stored without an entry, such as that of a demo', async () => {
  const demo = { ...newDeal().deal, isDemo: true }
  expect(await storeDealOnce(demo, undefined)).toEqual(demo)
  expect(await readDeal(demo.visitId)).toEqual(demo)
  expect(await listEntries(demo.owner)).toEqual([])
})

test('a deal whose entry could not be read again is not stored', async () => {
  const { deal, entry } = newDeal()
  const damaged = { ...entry, attempts: 'none' } as unknown as OutboxEntry
  await expect(storeDealOnce(deal, damaged)).rejects.toThrow('Invalid type')
  expect(await readDeal(deal.visitId)).toBeUndefined()
  expect(await readEntry(entry.id)).toBeUndefined()
})

test('a deal that is there is found without waiting for a restore', async () => {
  const { deal, entry } = newDeal()
  await storeDealOnce(deal, entry)
  const wait = vi.spyOn(storage, 'whenListsComplete')
  expect(await findDeal(deal.owner, deal.invoiceId)).toEqual(deal)
  expect(wait).not.toHaveBeenCalled()
})
