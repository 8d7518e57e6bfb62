import { expect, test } from 'vitest'
import { newCashDeal, newSettlementDeal } from '../../../test/deals.ts'
import { deals, findReceivedVisits } from './deals.ts'

const deal = newSettlementDeal()
const isFurther = deals.secondCopy?.isFurther
const isFurtherOf = (copy: object, stored: object) =>
  isFurther?.({ ...deal, ...copy }, { ...deal, ...stored })

test('a copy that calls a deal received does not replace one that was taken back since', () => {
  expect(isFurtherOf({ receivedAt: 5 }, {})).toBe(true)
  expect(isFurtherOf({ receivedAt: 5 }, { takenBackAt: 4 })).toBe(true)
  expect(isFurtherOf({ receivedAt: 5 }, { takenBackAt: 5 })).toBe(false)
  expect(isFurtherOf({ receivedAt: 5 }, { takenBackAt: 6 })).toBe(false)
})

test('a copy of the same state, or of an earlier one, does not replace a deal', () => {
  const given = { record: { ...deal.record, status: 'delivered' } }
  expect(isFurtherOf({}, {})).toBe(false)
  expect(isFurtherOf({ receivedAt: 5 }, { receivedAt: 5 })).toBe(false)
  expect(isFurtherOf({}, { receivedAt: 5 })).toBe(false)
  expect(isFurtherOf({}, given)).toBe(false)
  expect(isFurtherOf(given, given)).toBe(false)
})

test('a delivery comes back that the database has lost', () => {
  expect(isFurtherOf({ record: { ...deal.record, status: 'delivered' } }, {})).toBe(true)
})

test('a missing or damaged deal comes back, and no damaged copy replaces a row', () => {
  const damaged = { visitId: deal.visitId }
  expect(isFurther?.(damaged, undefined)).toBe(true)
  expect(isFurther?.(deal, damaged)).toBe(true)
  expect(isFurther?.(damaged, damaged)).toBe(false)
  expect(isFurther?.(damaged, deal)).toBe(false)
})

test('a deal is final when the server has received it, and its copy is made after that of its entry', () => {
  const { finalAt, copiedAfter } = deals.secondCopy ?? {}
  expect(finalAt?.(deal)).toBeUndefined()
  expect(finalAt?.({ ...deal, receivedAt: 0 })).toBe(0)
  expect(copiedAfter?.('v1')).toEqual({ collection: 'outbox', key: 'v1' })
})

test('the visits with a received deal are found, in whatever release it was stored', async () => {
  const rows = { v1: deal, v2: { ...newCashDeal(), receivedAt: 0 }, v3: { receivedAt: 5 } }
  const received = await findReceivedVisits((collection, isFound) => {
    expect(collection).toBe('deals')
    return Promise.resolve(Object.entries(rows).flatMap(([key, row]) => (isFound(row) ? key : [])))
  })
  expect([...received]).toEqual(['v2', 'v3'])
})
