import { beforeEach, expect, test, vi } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { clearStorage, copiedNames, loseDatabase } from '../../../test/second-copies.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { dealChange, findDeal, listDeals, mirrorRecord, readDeal, storeDeal } from './deal-store.ts'

const idOf = (nth: number) => `INV-${1_763_690_400_000 + nth}-KXQRTB`

const newDeal = (nth: number, createdAt = 1) => ({
  ...newSettlementDeal({ invoice_id: idOf(nth) }),
  visitId: randomId(),
  invoiceId: idOf(nth),
  createdAt,
})
const { owner } = newSettlementDeal()

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await clearStorage()
  localStorage.clear()
})

test('a deal is found by its owner and its invoice id', async () => {
  const [deal, other] = [newDeal(1), newDeal(2)]
  for (const one of [deal, other]) await storeDeal(one)
  expect(await findDeal(owner, idOf(1))).toEqual(deal)
  expect(await findDeal('9000000002', idOf(1))).toBeUndefined()
  expect(await findDeal(owner, idOf(3))).toBeUndefined()
})

test('a deal that the database has lost is found after its restore', async () => {
  const deal = newDeal(1)
  await storeDeal(deal)
  await copiedNames()
  await loseDatabase()
  expect(await findDeal(owner, idOf(1))).toEqual(deal)
})

test('the deals of a runner are listed with the newest first', async () => {
  const deals = [newDeal(1, 2), newDeal(2, 3), newDeal(3, 1)]
  for (const deal of deals) await storeDeal(deal)
  await storeDeal({ ...newDeal(4, 4), owner: '9000000002' })
  expect((await listDeals(owner)).map(({ invoiceId }) => invoiceId)).toEqual([
    idOf(2),
    idOf(1),
    idOf(3),
  ])
})

test('a change of a deal changes what is stored, and makes no deal', async () => {
  const deal = newDeal(1)
  await storeDeal(deal)
  await storage.write([
    dealChange(deal.visitId, (stored) => ({ ...stored, receivedAt: 5 })),
    dealChange('none', () => deal),
  ])
  expect(await readDeal(deal.visitId)).toEqual({ ...deal, receivedAt: 5 })
  expect(await readDeal('none')).toBeUndefined()
})

const mirrored = (key: string) =>
  (JSON.parse(localStorage.getItem(key) ?? '[]') as { invoice_id: string }[]).map(
    ({ invoice_id }) => invoice_id,
  )

test('the local lists have each record once, and only the newest two hundred [R-3.060, R-3.064]', () => {
  for (let nth = 1; nth <= 202; nth += 1) mirrorRecord(newDeal(nth))
  mirrorRecord(newDeal(150))
  mirrorRecord(newCashDeal())
  const ids = mirrored('settlements')
  expect(ids).toHaveLength(200)
  expect([ids[0], ids.at(-2), ids.at(-1)]).toEqual([idOf(3), idOf(202), idOf(150)])
  expect(mirrored('cashPayments')).toEqual([newCashDeal().invoiceId])
})
