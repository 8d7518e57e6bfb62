import { expect, test } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../test/deals.ts'
import { singleOrder } from '../../test/fake-outbox.ts'
import { signInAtPlainPortal, signInRunner } from '../../test/runner.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { countWork, findDealEntry, listStayingDeals } from './counts.ts'
import type { UnreadableRow } from './find-unreadable.ts'

const newWork = (state: OutboxEntry['state'], visitId?: string): OutboxEntry => ({
  ...newEntry({
    id: state,
    owner: '9000000001',
    customerId: '7',
    createdAt: 1,
    ...(visitId !== undefined && { visitId }),
    work:
      visitId === undefined
        ? { kind: 'customer-update', body: { status: 'rejected' } }
        : { kind: 'settlement', settlement: newSettlementDeal().record, photos: [] },
  }),
  state,
})

test('only work that the server has acknowledged counts as received', () => {
  const list = [
    newWork('waiting', 'a'),
    newWork('sending', 'b'),
    newWork('needs-sign-in'),
    newWork('refused', 'c'),
    // No screen shows this order as created.
    newWork('held'),
  ]
  const deals = [
    { ...newCashDeal(), visitId: 'a' },
    { ...newCashDeal(), visitId: 'b' },
    { ...newCashDeal(), visitId: 'c' },
    // A plain portal has no call for this work.
    { ...newSettlementDeal(), visitId: 'e' },
    { ...newSettlementDeal(), visitId: 'f', isDemo: true },
  ]
  expect(countWork(list, { received: 1, unreceived: deals })).toEqual({
    onPhone: 4,
    received: 1,
    attention: 1,
    isIdle: false,
  })
})

test('the bar is not idle while our server must still get a deal that has lost its entry', () => {
  signInRunner()
  expect(countWork([], { received: 0, unreceived: [newSettlementDeal()] })).toMatchObject({
    onPhone: 1,
    isIdle: false,
  })
})

test('the bar of a plain portal is idle when there is nothing to send, even if deals stay on the phone permanently', () => {
  signInAtPlainPortal()
  expect(
    countWork([newWork('held')], { received: 0, unreceived: [newSettlementDeal()] }),
  ).toMatchObject({
    onPhone: 1,
    isIdle: true,
  })
})

test('a single order of the same visit does not count as its deal', () => {
  const deal = newSettlementDeal()
  const order: OutboxEntry = { ...newWork('refused'), visitId: deal.visitId, work: singleOrder }
  const settlement = newWork('waiting', deal.visitId)
  expect(findDealEntry([order, settlement], deal)).toBe(settlement)
  expect(findDealEntry([order], deal)).toBeUndefined()
  expect(countWork([order], { received: 0, unreceived: [deal] })).toMatchObject({ onPhone: 1 })
})

test('a row that cannot be read counts once, as it says', () => {
  signInRunner()
  const deal = newSettlementDeal()
  const unreadable = (['attention', 'received', 'entry'] as const).map(
    (countsAs): UnreadableRow => ({
      collection: 'deals',
      key: countsAs === 'attention' ? deal.visitId : countsAs,
      row: null,
      owner: undefined,
      countsAs,
    }),
  )
  const deals = { received: 1, unreceived: [deal] }
  expect(countWork([newWork('refused', 'c')], deals, unreadable)).toEqual({
    onPhone: 0,
    received: 2,
    attention: 2,
    isIdle: false,
  })
})

test('the bar is not idle with one entry on its way and one that is refused, or a deal without an entry', () => {
  signInRunner()
  const none = { received: 0, unreceived: [] }
  expect(countWork([newWork('waiting'), newWork('refused')], none).isIdle).toBe(false)
  const staying = { received: 0, unreceived: [newSettlementDeal()] }
  expect(countWork([newWork('waiting')], staying).isIdle).toBe(false)
  expect(countWork([], none).isIdle).toBe(true)
})

test('the entry of another visit is not that of the deal, and a received deal does not stay', () => {
  const deal = newSettlementDeal()
  expect(findDealEntry([newWork('waiting', 'other')], deal)).toBeUndefined()
  expect(listStayingDeals([], [{ ...deal, receivedAt: 5 }, deal], [])).toEqual([deal])
})
