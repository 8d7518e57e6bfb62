import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyForm, anyVisit, type CashRecord, recordOf } from '../../test/deals.ts'
import { facts, named, orderOf, payment } from '../../test/flagged-deals.ts'
import { LOCATION_NOT_AVAILABLE } from '../location.ts'
import { paise } from '../money.ts'
import { COLLECTED_LIMIT_RUPEES, findFlags, HEAVY_GRAMS, RETURNED_LIMIT_RUPEES } from './flags.ts'
import type { RecordedDeal } from './recount.ts'

const spoon = { id: '1', productId: 'spoon', name: 'Spoon', price: 30, image: '', description: '' }
const spoons = [{ ...spoon, quantity: 1 }]
const productPrices = new Map([['spoon', new Set([paise(30_00)])]])

/** The flags of a settlement of one product. */
const settle = (fields: object) => {
  const { cash_amount: _, payment_date: settlement_date, ...common } = payment as CashRecord
  const settlement = { ...common, settlement_date, status: 'confirmed', items: spoons, ...fields }
  return findFlags(settlement as RecordedDeal, { ...facts, productPrices }).map(
    ({ kind, field }) => `${kind}: ${field}`,
  )
}

describe('the flags of odd figures', () => {
  it.each<[string, object, string[]]>([
    ['UPI and the whole balance', { payout_method: 'upi', cash_amount: 9649 }, []],
    ['UPI and nothing', { payout_method: 'upi', cash_amount: 0 }, ['not-collected: cash_amount']],
  ])('ask for money that %s collected', (_, fields, expected) => {
    const collect = { balance_type: 'collect', balance_amount: 9649, upi_reference: '42' }
    expect(named({ ...collect, ...fields })).toEqual(expected)
    const giveBack = { ...collect, balance_type: 'return' }
    expect(named({ ...giveBack, ...fields })).toEqual([])
  })

  it('ask for much money to collect of a settlement, which does not record it', () => {
    const collect = (balance_amount: number) => settle({ balance_amount, balance_type: 'collect' })
    expect(collect(COLLECTED_LIMIT_RUPEES - 0.01)).toEqual([])
    expect(collect(COLLECTED_LIMIT_RUPEES)).toEqual(['not-collected: balance_amount'])
  })

  it('name much money that went back with a settlement, which has no receipt for it', () => {
    expect(settle({ balance_amount: RETURNED_LIMIT_RUPEES - 0.01 })).toEqual([])
    expect(settle({ balance_amount: RETURNED_LIMIT_RUPEES })).toEqual([
      'large-return: balance_amount',
    ])
    const paid = { balance_amount: RETURNED_LIMIT_RUPEES, cash_amount: RETURNED_LIMIT_RUPEES }
    expect(named(paid)).toEqual([])
  })

  it('name a settlement without items, and no cash payment without them', () => {
    expect(settle({ items: [] })).toEqual(['no-items: items'])
    expect(named({ items: [] })).toEqual([])
  })

  it('name the time of a settlement', () => {
    expect(settle({ settlement_date: '2099-01-01T00:00:00Z' })).toEqual([
      'wrong-time: settlement_date',
    ])
  })

  it('name a deal without hair', () => {
    const nothing = { hair_lines: [], hair_weight: 0, hair_value: 0, balance_amount: 0 }
    expect(settle(nothing)).toEqual(['no-hair: hair_lines'])
    expect(named({ ...nothing, cash_amount: 0 })).toEqual(['no-hair: hair_lines'])
    expect(settle({ ...nothing, items: [] })).toEqual(['no-items: items', 'no-hair: hair_lines'])
  })

  it('name a weight that nobody has', () => {
    expect(named({ hair_weight: HEAVY_GRAMS })).toEqual([])
    expect(named({ hair_weight: HEAVY_GRAMS + 1 })).toEqual(['large-weight: hair_weight'])
  })

  const weighing = (weight_grams: number) => ({
    hair_lines: [{ ...payment.hair_lines[0]!, weight_grams }],
  })
  it.each([
    [20, 20, []],
    [20, 19.999, ['below-minimum: hair_lines.0.weight_grams']],
    [10, 10, []],
    [10, 9, ['below-minimum: hair_lines.0.weight_grams']],
    // The minimum may have been 20 at the valuation.
    [50, 20, []],
    [50, 19, ['below-minimum: hair_lines.0.weight_grams']],
  ])('compare the minimum of %i g with %f g', (minimum, grams, expected) => {
    const hairMinimums = new Map([['black_hair', minimum]])
    expect(named(weighing(grams), { hairMinimums })).toEqual(expected)
  })

  it('name a hair type that comes again', () => {
    const [line] = payment.hair_lines
    expect(named({ hair_lines: [line, line, line] })).toEqual([
      'repeated-hair-type: hair_lines.1.hair_type',
      'repeated-hair-type: hair_lines.2.hair_type',
    ])
  })

  it('name a place at the coordinates 0, 0, and no missing location', () => {
    expect(named({ location: LOCATION_NOT_AVAILABLE })).toEqual([])
    expect(named({ location: { ...LOCATION_NOT_AVAILABLE, reason: 'denied' } })).toEqual([])
    const nowhere = { latitude: 0, longitude: 0, address: '' }
    expect(named({ location: nowhere })).toEqual(['no-place: location'])
    expect(named({ location: { ...nowhere, latitude: 17.4 } })).toEqual([])
  })

  it('ask for the order of a cash payment', () => {
    expect(named({}, { order: undefined })).toEqual(['order-missing: order_id'])
  })

  it('are none of those that only the record can cause, for any deal that the app makes', () => {
    const cannot = ['repeated-hair-type', 'below-minimum', 'no-place', 'order-missing']
    fc.assert(
      fc.property(anyVisit, anyForm, (visit, form) => {
        const record = recordOf(visit, form)
        const hairMinimums = new Map(record.hair_lines.map(({ hair_type }) => [hair_type, 1]))
        const found = findFlags(record, { ...facts, hairMinimums, order: orderOf(record) })
        expect(found.filter(({ kind }) => cannot.includes(kind))).toEqual([])
      }),
    )
  })
})
