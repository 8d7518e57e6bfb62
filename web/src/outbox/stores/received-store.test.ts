import { expect, test } from 'vitest'
import { toSettlementWork } from '@veni/domain/deal'
import { newSettlementDeal } from '../../../test/deals.ts'
import { randomId } from '../../lib/random-id.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { readEntry } from './entry-store.ts'
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
