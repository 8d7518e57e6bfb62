import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  exactCashForm,
  recordOf,
  recount,
  type CashRecord,
  type DealRecord,
} from '../../test/deals.ts'
import { newProduct } from '../../test/carts.ts'
import { addProduct, setQuantity } from '../cart.ts'
import { MAX_WEIGHT_GRAMS } from '../hair.ts'
import { paise } from '../money.ts'
import { openVisit, weigh } from '../visit.ts'
import { recountDeal } from './recount.ts'

const HAIR_PRICES = [
  { hairType: 'black_hair', pricePer20gPaise: paise(70_00), minimumWeightGrams: 20 },
]
const cookingSet = newProduct({
  productId: 'cookingset',
  name: 'Cooking Set',
  pricePaise: paise(29_44),
})

/** 100 g of black hair at ₹70, and two products of ₹29.44. */
const weighed = weigh(
  openVisit('0b9f5a52-52ac-4f3e-9c0e-0f6d2b1b7a11', {
    id: '26',
    name: 'లక్ష్మి',
    mobile: '',
    email: '',
    location: '',
  }),
  { black_hair: 100 },
  HAIR_PRICES,
)
const visit = {
  ...weighed,
  cart: setQuantity(addProduct(weighed.cart, cookingSet), 'cookingset', 2),
}
const plain = recordOf(visit, {
  ...exactCashForm(visit),
  cashAmountPaise: undefined,
}) as CashRecord
const recountPlain = (record: DealRecord) => recount(visit, record)

describe('the recount', () => {
  it('finds a changed line value, and every sum that a changed weight affects', () => {
    const [line] = plain.hair_lines
    expect(recountPlain({ ...plain, hair_lines: [{ ...line!, value: 351 }] })).toEqual([
      { field: 'hair_lines.0.value', phone: 351, office: 350, kind: 'sum' },
    ])
    expect(
      recountPlain({ ...plain, hair_lines: [{ ...line!, weight_grams: 110, value: 385 }] }),
    ).toEqual([
      { field: 'hair_weight', phone: 100, office: 110, kind: 'sum' },
      { field: 'hair_value', phone: 350, office: 385, kind: 'sum' },
      { field: 'balance_amount', phone: 291.12, office: 326.12, kind: 'sum' },
    ])
  })

  it('finds a balance in the wrong direction', () => {
    expect(recountPlain({ ...plain, balance_type: 'collect' })).toEqual([
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
  ] as const)(
    'of a payout by %s with a balance to %s accepts the amount %s: %s',
    (payout_method, direction, cash_amount, isRight) => {
      const office = direction === 'return' ? 291.12 : 58.88
      const collecting = {
        hair_lines: [],
        hair_weight: 0,
        hair_value: 0,
        balance_amount: office,
        balance_type: direction,
      }
      const record = {
        ...plain,
        ...(direction === 'collect' && collecting),
        payout_method,
        cash_amount,
      }
      expect(recountPlain(record)).toEqual(
        isRight ? [] : [{ field: 'cash_amount', phone: cash_amount, office, kind: 'cash' }],
      )
    },
  )

  const [hairLine] = plain.hair_lines

  it.each([
    ['weight', { weight_grams: MAX_WEIGHT_GRAMS, price_per_20g: 70, value: 350_000 }],
    ['price', { weight_grams: 20, price_per_20g: 10_000, value: 10_000 }],
  ])('counts hair of the highest possible %s', (_, most) => {
    const { weight_grams, value } = most
    const balance_amount = value - 58.88
    const sums = { hair_weight: weight_grams, hair_value: value, balance_amount }
    const prices = { hair: new Map([['black_hair', paise(most.price_per_20g * 100)]]) }
    const record = { ...plain, ...sums, hair_lines: [{ ...hairLine!, ...most }] }
    const products = new Map([['cookingset', paise(29_44)]])
    expect(recountDeal(record, { ...prices, products })).toEqual([])
  })

  it.each([
    ['weight', { weight_grams: MAX_WEIGHT_GRAMS + 0.001 }],
    ['price', { price_per_20g: 10_000.01 }],
  ])('counts no sum of hair of an impossible %s, also no cash', (_, impossible) => {
    const hair_lines = [{ ...hairLine!, ...impossible }]
    const record = { ...plain, hair_lines, cash_amount: 5 }
    const sums = recountPlain(record).filter(({ kind }) => kind !== 'price')
    expect(sums.map(({ field, office, kind }) => [field, office, kind])).toEqual([
      ['hair_lines.0.value', null, 'sum'],
      ['hair_weight', null, 'sum'],
      ['hair_value', null, 'sum'],
      ['balance_amount', null, 'sum'],
      ['balance_type', null, 'sum'],
    ])
  })

  it('reports changed and missing prices as prices, not as wrong sums', () => {
    const prices = { hair: new Map([['black_hair', paise(75_00)]]), products: new Map() }
    expect(recountDeal(plain, prices)).toEqual([
      { field: 'hair_lines.0.price_per_20g', phone: 70, office: 75, kind: 'price' },
      { field: 'items.0.price', phone: 29.44, office: null, kind: 'price' },
    ])
  })

  it('returns null for impossible figures, and never throws', () => {
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
        expect(() => recountPlain({ ...plain, ...fields })).not.toThrow()
      }),
    )
    const [item] = plain.items
    expect(recountPlain({ ...plain, items: [{ ...item!, price: 1e9 }] })).toMatchObject([
      { field: 'items_total', office: null },
      { field: 'balance_amount', office: null },
      { field: 'balance_type', office: null },
      { field: 'items.0.price', office: 29.44 },
    ])
  })
})
