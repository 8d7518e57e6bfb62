import { expect, test } from 'vitest'
import { toSettlementWork } from '@veni/domain/deal'
import type { Work } from '@veni/domain/work'
import { newSettlementDeal } from '../../test/deals.ts'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { hasRefusedDeal, isRefusedDeal } from './refused-deal.ts'

const settlement = toSettlementWork(newSettlementDeal().record, { id: 'packet' })
const newWork = (work: Work, changes: Partial<OutboxEntry>): OutboxEntry => ({
  ...newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: 1, work }),
  ...changes,
})

test('a deal is refused when its record is, and not when only its photo is', () => {
  expect(isRefusedDeal(newWork(settlement, { state: 'refused' }))).toBe(true)
  expect(isRefusedDeal(newWork(settlement, { state: 'refused', done: ['record'] }))).toBe(false)
  expect(isRefusedDeal(newWork(settlement, { state: 'refused', done: ['photos', 'record'] }))).toBe(
    false,
  )
  expect(isRefusedDeal(newWork(settlement, { state: 'waiting' }))).toBe(false)
  expect(isRefusedDeal(newWork(rejectedWork, { state: 'refused' }))).toBe(false)
})

test('the runner is warned before another deal with a customer whose deal is refused, and with no other', () => {
  const refused = newWork(settlement, { state: 'refused' })
  const rejection = newWork(rejectedWork, { state: 'waiting' })
  expect(hasRefusedDeal([rejection, refused], '7')).toBe(true)
  expect(hasRefusedDeal([rejection], '7')).toBe(false)
  expect(hasRefusedDeal([rejection, { ...refused, customerId: '26' }], '7')).toBe(false)
})
