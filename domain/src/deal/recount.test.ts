import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCart } from '../../test/carts.ts'
import { cartTotals, toDealItems, type Cart } from '../cart.ts'
import { FALLBACK_HAIR_PRICES } from '../demo/data.ts'
import { MAX_WEIGHT_GRAMS, totalWeightGrams, valueCollection, type Valuation } from '../hair.ts'
import { absolutePaise, paise, rupeesFromPaise } from '../money.ts'
import { recountDeal, type OfficePrices } from './recount.ts'
import { recordedBalanceType } from './record.ts'

type Recorded = Parameters<typeof recountDeal>[0]
type CashRecord = Extract<Recorded, { cash_amount: number }>

const weighings = fc
  .tuple(
    ...FALLBACK_HAIR_PRICES.map(() =>
      fc.double({ min: 0, max: MAX_WEIGHT_GRAMS, noNaN: true, noDefaultInfinity: true }),
    ),
  )
  .map((weights) =>
    valueCollection(
      Object.fromEntries(
        FALLBACK_HAIR_PRICES.map(({ hairType }, i) => [hairType, weights[i] ?? 0]),
      ),
      FALLBACK_HAIR_PRICES,
    ),
  )

/** As the phone records a visit. */
function record({ lines, totalPaise }: Valuation, items: Cart['items']): CashRecord {
  const { itemsTotalPaise, balancePaise } = cartTotals({ items, hairValuePaise: totalPaise })
  return {
    invoice_id: 'CASH-1763690400000-ABCDEF',
    visit_id: '0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11',
    customer_id: '26',
    customer_name: 'లక్ష్మి',
    hair_type: 'Black Hair',
    hair_weight: totalWeightGrams(lines),
    hair_value: rupeesFromPaise(totalPaise),
    hair_lines: lines.map((line) => ({
      hair_type: line.hairType,
      weight_grams: line.weightGrams,
      price_per_20g: rupeesFromPaise(line.pricePer20gPaise),
      value: rupeesFromPaise(line.valuePaise),
    })),
    items: toDealItems(items),
    items_total: rupeesFromPaise(itemsTotalPaise),
    balance_amount: rupeesFromPaise(absolutePaise(balancePaise)),
    balance_type: recordedBalanceType(balancePaise),
    hair_photo_url: '',
    location: { latitude: 17.4, longitude: 78.5, address: 'Hyderabad' },
    cash_amount: balancePaise < 0 ? rupeesFromPaise(absolutePaise(balancePaise)) : 0,
    payout_method: 'cash',
    upi_reference: '',
    cash_receipt_url: '',
    payment_date: '2026-11-21T03:22:00.000Z',
    status: 'completed',
  }
}

const deals = fc.tuple(weighings, anyCart).map(([valuation, { items }]) => record(valuation, items))

const pricesOf = ({ hair_lines, items }: Recorded): OfficePrices => ({
  hair: new Map(
    hair_lines.map((line) => [line.hair_type, paise(Math.round(line.price_per_20g * 100))]),
  ),
  gifts: new Map(items.map((item) => [item.productId, paise(Math.round(item.price * 100))])),
})
const recount = (deal: Recorded) => recountDeal(deal, pricesOf(deal))

/** 100 g of black hair at ₹70, and two gifts of ₹29.44. */
const plain = record(
  valueCollection({ black_hair: 100 }, [
    { hairType: 'black_hair', pricePer20gPaise: paise(70_00), minimumWeightGrams: 20 },
  ]),
  [
    {
      id: '1',
      productId: 'cookingset',
      name: 'Cooking Set',
      pricePaise: paise(29_44),
      quantity: 2,
      image: '',
      description: '',
    },
  ],
)

describe('the office, reckoning a deal again', () => {
  it('comes to what the phone came to, whatever was weighed and put into the cart', () => {
    fc.assert(
      fc.property(deals, (deal) => {
        expect(recount(deal)).toEqual([])
      }),
    )
  })

  const amounts = [
    'hair_weight',
    'hair_value',
    'items_total',
    'balance_amount',
  ] as const satisfies (keyof Recorded)[]

  it('finds every amount that is off, be it by a single paisa or milligram', () => {
    const off = fc.integer({ min: 1, max: 1_000_000 }).map((least) => least / 100)
    fc.assert(
      fc.property(deals, fc.constantFrom(...amounts), off, (deal, field, by) => {
        const phone = deal[field] + by
        expect(recount({ ...deal, [field]: phone })).toEqual([
          { field, phone, office: deal[field], kind: 'sum' },
        ])
      }),
    )
  })

  it('finds a line that is off, and one that changes the sums', () => {
    const [line] = plain.hair_lines
    expect(recount({ ...plain, hair_lines: [{ ...line!, value: 351 }] })).toEqual([
      { field: 'hair_lines.0.value', phone: 351, office: 350, kind: 'sum' },
    ])
    expect(
      recount({ ...plain, hair_lines: [{ ...line!, weight_grams: 110, value: 385 }] }),
    ).toEqual([
      { field: 'hair_weight', phone: 100, office: 110, kind: 'sum' },
      { field: 'hair_value', phone: 350, office: 385, kind: 'sum' },
      { field: 'balance_amount', phone: 291.12, office: 326.12, kind: 'sum' },
    ])
  })

  it('finds a balance that goes the wrong way', () => {
    expect(recount({ ...plain, balance_type: 'collect' })).toEqual([
      { field: 'balance_type', phone: 'collect', office: 'return', kind: 'sum' },
    ])
  })

  it.each([
    ['upi', 'return', 0, true],
    ['cash', 'return', 0, true],
    ['cash', 'return', 291.12, true],
    ['cash', 'return', 291, true],
    ['cash', 'return', 290, false],
    ['cash', 'return', 292, false],
    ['upi', 'collect', 0, true],
    ['upi', 'collect', 58.88, true],
    ['upi', 'collect', 58, false],
    ['cash', 'collect', 59, true],
    ['cash', 'collect', 0, false],
  ] as const)('of %s to %s, takes %s as right: %s', (payout_method, way, cash_amount, isRight) => {
    const office = way === 'return' ? 291.12 : 58.88
    const collecting = {
      hair_lines: [],
      hair_weight: 0,
      hair_value: 0,
      balance_amount: office,
      balance_type: way,
    }
    const deal = { ...plain, ...(way === 'collect' && collecting), payout_method, cash_amount }
    expect(recount(deal)).toEqual(
      isRight ? [] : [{ field: 'cash_amount', phone: cash_amount, office, kind: 'cash' }],
    )
  })

  it('tells prices that are others by now, or none, from wrong sums', () => {
    const prices = { hair: new Map([['black_hair', paise(75_00)]]), gifts: new Map() }
    expect(recountDeal(plain, prices)).toEqual([
      { field: 'hair_lines.0.price_per_20g', phone: 70, office: 75, kind: 'price' },
      { field: 'items.0.price', phone: 29.44, office: null, kind: 'price' },
    ])
  })

  it('comes to no result, and to no failure, for figures that nobody can weigh or buy', () => {
    const most = fc.constantFrom(0, 1, 1e4, 1e7, 1e9)
    const absurd = fc.record({
      hair_lines: fc.array(
        fc.record({
          hair_type: fc.constant('black_hair'),
          weight_grams: fc.constantFrom(0, 100, 1e5, 1e7),
          price_per_20g: most,
          value: most,
        }),
        { maxLength: 100 },
      ),
      items: fc.array(
        fc
          .tuple(most, fc.constantFrom(1, 999))
          .map(([price, quantity]) => ({ ...plain.items[0]!, price, quantity })),
        { maxLength: 500 },
      ),
    })
    fc.assert(
      fc.property(absurd, (fields) => {
        expect(() => recount({ ...plain, ...fields })).not.toThrow()
      }),
    )
    const [item] = plain.items
    expect(recount({ ...plain, items: [{ ...item!, price: 1e9 }] })).toMatchObject([
      { field: 'items_total', office: null },
      { field: 'balance_amount', office: null },
      { field: 'balance_type', office: null },
    ])
  })
})
