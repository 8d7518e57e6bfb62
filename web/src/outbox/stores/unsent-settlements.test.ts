import { toSettlementWork, type Deal } from '@veni/domain/deal'
import { expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { phoneDatabase } from '../../../test/phone-database.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry, type OutboxEntry } from '../entry.ts'
import { storeDeal } from './deal-store.ts'
import { storeEntry } from './entry-store.ts'
import { findUnsentSettlements } from './unsent-settlements.ts'

/** A stored settlement, its entry and the delivery, of one owner; `changes` are of the deal. All have one invoice id. */
async function startDeal(owner: string, changes: Partial<Deal> = {}) {
  const deal = {
    ...newSettlementDeal(),
    owner,
    visitId: randomId(),
    ...changes,
  } as ReturnType<typeof newSettlementDeal>
  await storeDeal(deal)
  const { invoiceId } = deal
  const common = { owner, customerId: '7', createdAt: 1 }
  const work = toSettlementWork(deal.record, { id: 'packet' })
  const entry = newEntry({ ...common, id: deal.visitId, visitId: deal.visitId, work })
  const delivered = { kind: 'settlement-delivered', invoiceId } as const
  const delivery = newEntry({ ...common, id: randomId(), work: delivered })
  return { deal, entry, delivery, invoiceId }
}

const storeUnreadable = async ({ visitId }: Deal, { done = [] }: { done?: string[] } = {}) =>
  (await phoneDatabase()).put('outbox', { version: 99, done }, visitId)

const find = async (...list: OutboxEntry[]) => [...(await findUnsentSettlements(list))]

test('a settlement is unsent when this release cannot read its entry, at any server', async () => {
  for (const signIn of [signInRunner, signInAtPlainPortal]) {
    const { deal, delivery, invoiceId } = await startDeal(signIn())
    await storeUnreadable(deal)
    expect(await find(delivery)).toEqual([invoiceId])
  }
})

test('a settlement is sent when the server has its record, although this release cannot read its entry', async () => {
  const { deal, delivery } = await startDeal(signInRunner())
  await storeUnreadable(deal, { done: ['record'] })
  expect(await find(delivery)).toEqual([])
})

test('a settlement is unsent when the phone has lost its entry, at our server, which has it made again', async () => {
  const { delivery, invoiceId } = await startDeal(signInRunner())
  expect(await find(delivery)).toEqual([invoiceId])
  const atPlainPortal = await startDeal(signInAtPlainPortal())
  expect(await find(atPlainPortal.delivery)).toEqual([])
  // The comparison makes no entry for these two.
  const withOddId = await startDeal(signInRunner(), { visitId: `visit-${randomId()}` })
  expect(await find(withOddId.delivery)).toEqual([])
  const ofDemo = await startDeal(signInRunner(), { isDemo: true })
  expect(await find(ofDemo.delivery)).toEqual([])
})

test('a settlement of which the phone has neither deal nor entry is not waited for', async () => {
  const owner = signInRunner()
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1-AAAAAA' } as const
  expect(
    await find(newEntry({ id: randomId(), owner, customerId: '7', createdAt: 1, work })),
  ).toEqual([])
})

test('a settlement whose entry is in the list is sent', async () => {
  const { entry, delivery } = await startDeal(signInRunner())
  await storeEntry(entry)
  expect(await find(entry, delivery)).toEqual([])
})

test('nothing is read from the phone when the list has no delivery', async () => {
  const { entry } = await startDeal(signInRunner())
  const read = vi.spyOn(storage, 'read')
  expect(await find(entry)).toEqual([])
  expect(read).not.toHaveBeenCalled()
})

test('a received settlement is not unsent, whatever is left of its entry', async () => {
  const { deal, delivery } = await startDeal(signInRunner(), { receivedAt: 5 })
  expect(await find(delivery)).toEqual([])
  await storeUnreadable(deal)
  expect(await find(delivery)).toEqual([])
})

test('a settlement is unsent when this release can read neither its deal nor its entry', async () => {
  const { deal, delivery, invoiceId } = await startDeal(signInRunner())
  await (await phoneDatabase()).put('deals', { ...deal, kind: 'of a newer release' }, deal.visitId)
  // No entry can be made again from such a deal, so the delivery does not wait for one.
  expect(await find(delivery)).toEqual([])
  await storeUnreadable(deal)
  expect(await find(delivery)).toEqual([invoiceId])
})

test('a settlement of another owner with the same invoice id is not looked at', async () => {
  const { delivery } = await startDeal(signInRunner(), { receivedAt: 5 })
  const other = await startDeal(signInRunner())
  await storeUnreadable(other.deal)
  expect(await find(delivery)).toEqual([])
})
