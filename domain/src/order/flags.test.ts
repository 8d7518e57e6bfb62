import { describe, expect, it } from 'vitest'
import { MAX_QUANTITY } from '../cart.ts'
import { CASH_LIMIT_RUPEES } from '../deal/flags.ts'
import { MAX_WEIGHT_GRAMS } from '../hair.ts'
import { paise } from '../money.ts'
import { type CheckedOrder, findOrderFlags, type OrderFacts } from './flags.ts'

const RECEIVED_AT = Date.parse('2026-11-22T12:00:00Z')
const DAY_MS = 86_400_000
const order: CheckedOrder = {
  isOfDeal: true,
  isDelivered: false,
  productId: 'ricecooker',
  quantity: 1,
  productPricePaise: null,
  totalAmountPaise: null,
  actualAmountPaise: paise(1206_44),
  hairWeight: '30 gms',
  cashAmount: 'Rs. 100.00',
  deliveryDate: '2026-11-22T11:00:00Z',
  items: [],
}
const facts: OrderFacts = {
  receivedAt: RECEIVED_AT,
  isOwnCustomer: true,
  productPrices: new Map([
    ['ricecooker', new Set([paise(1100_00), paise(1206_44)])],
    ['handbag', new Set([paise(500_00)])],
  ]),
}
const find = (fields: Partial<CheckedOrder>, known: Partial<OrderFacts> = {}) =>
  findOrderFlags({ ...order, ...fields }, { ...facts, ...known }).map(
    ({ kind, field }) => `${kind}: ${field}`,
  )

describe('the flags of an order', () => {
  it('are none when everything is as expected', () => {
    expect(find({})).toEqual([])
    expect(find({ hairWeight: null, cashAmount: null, deliveryDate: null })).toEqual([])
    expect(find({ hairWeight: '', cashAmount: '', deliveryDate: '' })).toEqual([])
  })

  it('permit every price that a phone could have had', () => {
    const old = paise(1100_00)
    expect(find({ productPricePaise: old, totalAmountPaise: old, actualAmountPaise: old })).toEqual(
      [],
    )
    expect(find({ productPricePaise: paise(1100_01) })).toEqual(['unknown-price: product_price'])
  })

  it('name an unknown product, and not its price as well', () => {
    expect(find({ productId: 'goldbar', productPricePaise: paise(1) })).toEqual([
      'unknown-product: product_id',
    ])
  })

  it('multiply the price by the quantity', () => {
    const twice = paise(2412_88)
    expect(find({ quantity: 2, totalAmountPaise: twice, actualAmountPaise: twice })).toEqual([])
    expect(find({ quantity: 2, totalAmountPaise: twice })).toEqual([
      'amount-differs: actual_amount',
    ])
    expect(find({ totalAmountPaise: paise(1) })).toEqual(['amount-differs: total_amount'])
  })

  it('add up the items, and look at the price of each', () => {
    const items = [
      { productId: 'ricecooker', price: 1206.44, quantity: 1 },
      { productId: 'handbag', price: 500, quantity: 2 },
    ]
    const sum = paise(2206_44)
    expect(find({ items, totalAmountPaise: sum, actualAmountPaise: sum })).toEqual([])
    const odd = [
      { productId: 'handbag', price: 0.01, quantity: 1 },
      { productId: 'goldbar', price: 1, quantity: 1 },
    ]
    expect(find({ items: odd, actualAmountPaise: paise(1_01) })).toEqual([
      'unknown-product: items.1.productId',
      'unknown-price: items.0.price',
    ])
    expect(find({ items, actualAmountPaise: paise(1) })).toEqual(['amount-differs: actual_amount'])
  })

  it('find amounts that no item can have, however large they are', () => {
    const items = [{ productId: 'handbag', price: 1e9, quantity: MAX_QUANTITY }]
    expect(find({ items: Array(500).fill(items[0]), actualAmountPaise: null })).toHaveLength(500)
  })

  it('name several products of an order that belongs to no deal', () => {
    const items = [{ productId: 'ricecooker', price: 1206.44, quantity: 1 }]
    expect(find({ isOfDeal: false })).toEqual([])
    expect(find({ isOfDeal: false, items })).toEqual(['several-products: items'])
    const many = { quantity: 999, actualAmountPaise: null }
    expect(find({ isOfDeal: false, ...many })).toEqual(['several-products: quantity'])
    expect(find(many)).toEqual([])
  })

  it('ask for the amount of a delivered single order', () => {
    const unpaid = { isOfDeal: false, actualAmountPaise: null }
    expect(find(unpaid)).toEqual([])
    expect(find({ ...unpaid, isDelivered: true })).toEqual(['amount-missing: actual_amount'])
    expect(find({ ...unpaid, isDelivered: true, isOfDeal: true })).toEqual([])
    expect(find({ ...unpaid, isDelivered: true, actualAmountPaise: paise(1206_44) })).toEqual([])
  })

  it('name a quantity and a weight that no customer has', () => {
    const many = { quantity: MAX_QUANTITY, actualAmountPaise: null }
    expect(find(many)).toEqual([])
    expect(find({ ...many, quantity: MAX_QUANTITY + 1 })).toEqual(['large-quantity: quantity'])
    expect(find({ hairWeight: `${MAX_WEIGHT_GRAMS} g` })).toEqual([])
    expect(find({ hairWeight: `${MAX_WEIGHT_GRAMS + 1} g` })).toEqual([
      'large-quantity: hair_weight',
    ])
  })

  it.each([
    ['productPricePaise', 'product_price'],
    ['totalAmountPaise', 'total_amount'],
    ['actualAmountPaise', 'actual_amount'],
  ] as const)('name %s from the legal limit for cash', (name, field) => {
    const limit = CASH_LIMIT_RUPEES * 100
    const isNamed = (amount: number) =>
      find({ [name]: paise(amount) }).includes(`large-amount: ${field}`)
    expect([isNamed(limit - 1), isNamed(limit)]).toEqual([false, true])
  })

  it.each([
    ['199999.99', []],
    ['Rs. 2,00,000', ['large-amount: cash_amount']],
    ['1000000000', ['large-amount: cash_amount']],
    ['100 and then 300000', ['large-amount: cash_amount']],
    ['nothing', []],
    ['2 lakh', ['large-amount: cash_amount']],
    ['Rs.5Lakhs/-', ['large-amount: cash_amount']],
    ['1.99 lakh', []],
    ['౨ లక్షలు', ['large-amount: cash_amount']],
    ['3 हज़ार', []],
    ['300 हज़ार', ['large-amount: cash_amount']],
    ['1 crore', ['large-amount: cash_amount']],
    ['2e9', ['large-amount: cash_amount']],
    ['2 00 000', ['large-amount: cash_amount']],
    ['200 000', ['large-amount: cash_amount']],
    ['250 300', []],
    ['1,99,999 + 1,99,999', ['large-amount: cash_amount']],
    ['1,00,000 + 99,999', []],
    ['౫౦౦౦౦౦', ['large-amount: cash_amount']],
    ['٥٠٠٠٠٠', ['large-amount: cash_amount']],
    ['５０００００', ['large-amount: cash_amount']],
    // A weight is no amount.
    ['250 kg', []],
  ])('read the amount in the text %s', (cashAmount, expected) => {
    expect(find({ cashAmount })).toEqual(expected)
  })

  it.each([
    ['30 gms', []],
    ['1.5 kg', []],
    ['100 kg', []],
    ['101 kg', ['large-quantity: hair_weight']],
    ['౨౦౦ కేజీలు', ['large-quantity: hair_weight']],
    ['2 quintal', ['large-quantity: hair_weight']],
    ['5 lakh', ['large-quantity: hair_weight']],
  ])('read the weight in the text %s', (hairWeight, expected) => {
    expect(find({ hairWeight })).toEqual(expected)
  })

  it.each([
    [new Date(RECEIVED_AT - 31 * DAY_MS).toISOString(), []],
    [new Date(RECEIVED_AT - 31 * DAY_MS - 1).toISOString(), ['wrong-time: delivery_date']],
    // Tomorrow in UTC is today in the time zone of the runner.
    ['2026-11-23', []],
    ['2026-11-24', ['wrong-time: delivery_date']],
    ['1970-01-01', ['wrong-time: delivery_date']],
    ['9999-12-31', ['wrong-time: delivery_date']],
    ['tomorrow', ['wrong-time: delivery_date']],
  ])('look at the day of the delivery: %s', (deliveryDate, expected) => {
    expect(find({ deliveryDate })).toEqual(expected)
  })

  it('name a day of the delivery that no calendar has', () => {
    const receivedAt = Date.parse('2026-10-02T12:00:00Z')
    expect(find({ deliveryDate: '2026-10-01' }, { receivedAt })).toEqual([])
    for (const deliveryDate of ['2026-09-31', '2026-09-31T10:00:00Z'])
      expect(find({ deliveryDate }, { receivedAt })).toEqual(['wrong-time: delivery_date'])
  })

  it('name the customer of another runner', () => {
    expect(find({}, { isOwnCustomer: false })).toEqual(['customer-of-another-runner: customer_id'])
  })
})
