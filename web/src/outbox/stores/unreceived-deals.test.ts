import { expect, test } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { phoneDatabase } from '../../../test/phone-database.ts'
import { randomId } from '../../lib/random-id.ts'
import { storeDeal } from './deal-store.ts'
import { isForQueue, listUnreceivedDeals } from './unreceived-deals.ts'

test('the received deals of a runner are counted, and the others listed without those of some visits', async () => {
  const owner = randomId()
  const newDeal = () => ({ ...newSettlementDeal(), owner, visitId: randomId() })
  const [unsent, sent, cash] = [newDeal(), newDeal(), { ...newCashDeal(), owner, visitId: 'a' }]
  for (const deal of [unsent, sent, cash]) await storeDeal(deal)
  for (const receivedAt of [5, 6]) await storeDeal({ ...newDeal(), receivedAt })
  await storeDeal({ ...newDeal(), owner: 'another' })
  await storeDeal({ ...newDeal(), owner: 'another', receivedAt: 5 })
  const unreadable = randomId()
  await (await phoneDatabase()).put('deals', { owner, visitId: unreadable }, unreadable)
  const { received, unreceived } = await listUnreceivedDeals(owner, new Set([sent.visitId]))
  expect(received).toBe(2)
  expect(unreceived).toHaveLength(2)
  expect(unreceived).toEqual(expect.arrayContaining([unsent, cash]))
})

test('no entry is made again for a demo deal, or for a visit whose id the server refuses', () => {
  const deal = newSettlementDeal()
  expect(isForQueue(deal)).toBe(true)
  expect(isForQueue({ ...deal, isDemo: true })).toBe(false)
  expect(isForQueue({ ...deal, visitId: 'a' })).toBe(false)
})
