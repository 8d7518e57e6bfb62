import { expect, test } from 'vitest'
import { toSettlementWork } from '@veni/domain/deal'
import type { Work } from '@veni/domain/work'
import { newSettlementDeal } from '../../test/deals.ts'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { isRefusedDeal } from './refused-deal.ts'

const settlement = toSettlementWork(newSettlementDeal().record, { id: 'packet' })
const newWork = (work: Work, changes: Partial<OutboxEntry>): OutboxEntry => ({
  ...newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: 1, work }),
  ...changes,
})

test('a deal is refused when its record is, and not when only its photo is', () => {
  expect(isRefusedDeal(newWork(settlement, { state: 'refused' }))).toBe(true)
  expect(isRefusedDeal(newWork(settlement, { state: 'refused', done: ['record'] }))).toBe(false)
  expect(isRefusedDeal(newWork(settlement, { state: 'waiting' }))).toBe(false)
  expect(isRefusedDeal(newWork(rejectedWork, { state: 'refused' }))).toBe(false)
})
