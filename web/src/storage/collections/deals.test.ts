import { expect, test } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { deals } from './deals.ts'

const deal = newSettlementDeal()
const isFurther = (copy: object, stored: object) =>
  deals.secondCopy?.isFurther?.({ ...deal, ...copy }, { ...deal, ...stored })

test('a copy that calls a deal received does not replace one that was taken back since', () => {
  expect(isFurther({ receivedAt: 5 }, {})).toBe(true)
  expect(isFurther({ receivedAt: 5 }, { takenBackAt: 4 })).toBe(true)
  expect(isFurther({ receivedAt: 5 }, { takenBackAt: 5 })).toBe(false)
  expect(isFurther({ receivedAt: 5 }, { takenBackAt: 6 })).toBe(false)
})
