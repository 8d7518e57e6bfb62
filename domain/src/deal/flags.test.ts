import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyForm, anyVisit, dealContext, recordOf } from '../../test/deals.ts'
import { facts, flagsOf, kinds, payment, RECEIVED_AT } from '../../test/flagged-deals.ts'
import { buildDeal } from '../deal.ts'
import { paise, paiseFromRupees } from '../money.ts'
import { orderCreateSchema } from '../order.ts'
import type { WorkOf } from '../work.ts'
import { CASH_LIMIT_RUPEES, findFlags, type OrderOfDeal } from './flags.ts'
import { LONGEST_DELAY_MS } from './recorded-time.ts'

const DAY_MS = 86_400_000
const TEN_MINUTES_MS = 600_000
const completedAt = (time: number) => kinds({ payment_date: new Date(time).toISOString() })

describe('the flags of a deal', () => {
  it('are none when everything is as expected', () => expect(kinds({})).toEqual([]))

  it('name each line whose price was never known', () => {
    const line = payment.hair_lines[0]!
    const prices = { a: 65, b: 70, c: 70.01, d: 7 }
    const known = new Set([paise(65_00), paise(70_00)])
    const hair_lines = Object.entries(prices).map(([hair_type, price_per_20g]) => ({
      ...line,
      hair_type,
      price_per_20g,
    }))
    const hairPrices = new Map(Object.keys(prices).map((hair_type) => [hair_type, known]))
    expect(flagsOf({ hair_lines }, { hairPrices })).toEqual([
      { kind: 'unknown-price', field: 'hair_lines.2.price_per_20g' },
      { kind: 'unknown-price', field: 'hair_lines.3.price_per_20g' },
    ])
  })

  it('do not take the price of a hair type for a product', () => {
    const item = { id: '1', name: '', quantity: 1, image: '', description: '', price: 70 }
    expect(kinds({ items: [{ ...item, productId: 'black_hair' }] })).toEqual(['unknown-price'])
  })

  it('permit a month on the way and a clock that is ten minutes ahead [R-8.084]', () => {
    expect(completedAt(RECEIVED_AT - LONGEST_DELAY_MS)).toEqual([])
    expect(completedAt(RECEIVED_AT - LONGEST_DELAY_MS - 1)).toEqual(['wrong-time'])
    expect(completedAt(RECEIVED_AT + TEN_MINUTES_MS)).toEqual([])
    expect(completedAt(RECEIVED_AT + TEN_MINUTES_MS + 1)).toEqual(['wrong-time'])
    expect(kinds({ payment_date: '2019-12-31T23:59:59Z' })).toEqual(['wrong-time'])
  })

  it.each<[string, number, number, string[]]>([
    ['a clock that is right', 3 * DAY_MS, 0, []],
    ['a clock that is ten minutes slow', DAY_MS, 600, []],
    ['a clock that is more than ten minutes slow', DAY_MS, 601, ['wrong-clock']],
    ['a clock that is more than ten minutes fast', DAY_MS, -601, ['wrong-clock']],
    ['an offset that moves the deal after its receipt', -TEN_MINUTES_MS, 1, ['wrong-clock']],
    ['an offset that moves the deal a month back', LONGEST_DELAY_MS, -1, ['wrong-clock']],
    ['an offset that explains a deal after its receipt', -TEN_MINUTES_MS, -600, []],
    ['an offset of minutes', -1_000, 600, ['wrong-clock']],
  ])('compare the measured offset of %s [R-8.084]', (_, age, offset, expected) => {
    const payment_date = new Date(RECEIVED_AT - age).toISOString()
    expect(kinds({ payment_date, clock_offset_s: offset })).toEqual(expected)
  })

  it.each(['2026-02-30T10:00:00Z', '2026-11-31T10:00:00+05:30'])(
    'name the time of a day that no calendar has: %s',
    (payment_date) => {
      const receivedAt = Date.parse(payment_date) + DAY_MS
      expect(flagsOf({ payment_date }, { receivedAt })).toEqual([
        { kind: 'wrong-time', field: 'payment_date' },
      ])
    },
  )

  it.each([
    ['1970', '1970-01-05T00:00:00Z'],
    ['2099', '2099-01-01T00:00:00Z'],
  ])('name time and clock of a phone in %s [R-8.084]', (_, payment_date) => {
    const clock_offset_s = (RECEIVED_AT - Date.parse(payment_date)) / 1_000
    expect(flagsOf({ payment_date, clock_offset_s })).toEqual([
      { kind: 'wrong-time', field: 'payment_date' },
      { kind: 'wrong-clock', field: 'clock_offset_s' },
    ])
  })

  it.each([
    ['cash_amount', 'large-amount'],
    ['hair_value', 'large-amount'],
    ['items_total', 'large-amount'],
  ])('name %s from the legal limit for cash', (field, kind) => {
    expect(kinds({ [field]: CASH_LIMIT_RUPEES - 0.01 })).toEqual([])
    expect(kinds({ [field]: CASH_LIMIT_RUPEES })).toEqual([kind])
  })

  it('ask for a UPI reference only when UPI paid', () => {
    expect(kinds({ payout_method: 'upi' })).toEqual(['no-upi-reference'])
    for (const upi_reference of ['.', '\u200B', ' - '])
      expect(kinds({ payout_method: 'upi', upi_reference })).toEqual(['no-upi-reference'])
    for (const upi_reference of ['42', '౪౨'])
      expect(kinds({ payout_method: 'upi', upi_reference })).toEqual([])
  })

  const order = {
    status: 'delivered',
    invoiceId: payment.invoice_id,
    paidPaise: paise(350_00),
    productId: 'hair-purchase',
    productPricePaise: paise(350_00),
    quantity: 1,
    totalPaise: paise(350_00),
    items: [],
    hairWeight: null,
    cashAmount: null,
    deliveryDate: '2026-11-22T11:00:00Z',
  }
  const item = { id: '1', productId: '1', name: '', price: 2, image: '', description: '' }

  it.each<[Partial<OrderOfDeal>, string[]]>([
    [{ status: 'created' }, ['order-differs']],
    [{ status: 'cancelled' }, ['order-differs']],
    [{ invoiceId: null }, ['order-differs']],
    [{ paidPaise: null }, ['order-differs']],
    [{ paidPaise: paise(349_99) }, ['order-differs']],
    [{ productId: 'ricecooker' }, ['order-differs']],
    [{ productPricePaise: paise(1) }, ['order-differs']],
    [{ quantity: 900 }, ['order-differs']],
    [{ totalPaise: paise(9_00) }, ['order-differs']],
    [{ items: [{ ...item, quantity: 1 }] }, ['order-differs']],
    [{ hairWeight: '900 kg' }, ['order-differs']],
    [{ cashAmount: 'Rs. 9,00,000' }, ['order-differs']],
    [{ deliveryDate: '1970-01-01' }, ['order-differs']],
    [{ deliveryDate: null }, []],
    [{}, []],
  ])('compare the order: %j', (changed, expected) => {
    expect(kinds({}, { order: { ...order, ...changed } })).toEqual(expected)
  })

  it('compare each item of the order', () => {
    const items = [2, 3].map((quantity) => ({ ...item, quantity }))
    const deal = { items, items_total: 10 }
    const productPrices = new Map([['1', new Set([paise(2_00)])]])
    const products = { productId: '1', productPricePaise: paise(2_00), totalPaise: paise(10_00) }
    const same = { ...order, ...products, quantity: 5, items }
    const find = (other: Partial<OrderOfDeal>) =>
      kinds(deal, { productPrices, order: { ...same, ...other } })
    expect(find({})).toEqual([])
    for (const changed of [{ productId: '2' }, { price: 2.01 }, { quantity: 4 }])
      expect(find({ items: items.with(1, { ...items[1]!, ...changed }) })).toEqual([
        'order-differs',
      ])
    expect(find({ items: items.slice(1) })).toEqual(['order-differs'])
  })

  it('are none for the order that the app makes for a deal', () => {
    fc.assert(
      fc.property(anyVisit, anyForm, (visit, form) => {
        const record = recordOf(visit, form)
        const { work } = buildDeal(visit, form, dealContext)
        fc.pre(work.kind === 'cash-payment')
        const sent = toOrderOfDeal(work)
        const flags = findFlags(record, { ...facts, order: sent })
        expect(flags.filter(({ kind }) => kind === 'order-differs')).toEqual([])
      }),
    )
  })

  it('name the customer of another runner', () => {
    expect(kinds({}, { isOwnCustomer: false })).toEqual(['customer-of-another-runner'])
  })
})

/** What our server stores of the order of a cash payment. */
function toOrderOfDeal({ order, delivered }: WorkOf<'cash-payment'>): OrderOfDeal {
  const made = v.parse(orderCreateSchema, order)
  const toPaise = (rupees: number | undefined) => paiseFromRupees(rupees ?? Number.NaN) ?? null
  return {
    status: delivered.status,
    invoiceId: made.invoice_id ?? null,
    paidPaise: toPaise(delivered.actual_amount),
    productId: made.product_id,
    productPricePaise: toPaise(made.product_price),
    quantity: made.quantity,
    totalPaise: toPaise(made.total_amount),
    items: made.items ?? [],
    hairWeight: made.hair_weight?.toString() ?? null,
    cashAmount: made.cash_amount?.toString() ?? null,
    deliveryDate: delivered.delivery_date ?? null,
  }
}
