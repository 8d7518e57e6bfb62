import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { anyForm, anyVisit, dealContext, newDealPhoto } from '../../test/deals.ts'
import { MAX_DEAL_BYTES } from '../api/fields.ts'
import { addProduct, MAX_CART_ITEMS, type Cart } from '../cart.ts'
import { buildDeal, type DealForm } from '../deal.ts'
import { hairPricesReplySchema, MAX_HAIR_TYPES } from '../hair.ts'
import { paise } from '../money.ts'
import { orderCreateSchema, orderUpdateSchema } from '../order.ts'
import { openVisit, weigh, type Visit } from '../visit.ts'
import { cashPaymentSchema, settlementSchema } from './record.ts'
import { fitItems, shorten } from './fit-record.ts'

/** The length as JSON in UTF-8, from the code points. */
const bytesOf = (value: unknown) =>
  [...JSON.stringify(value)].reduce((bytes, letter) => {
    const point = letter.codePointAt(0) ?? 0
    return bytes + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
  }, 0)

/** Telugu letters have three bytes each. */
const telugu = (length: number) => 'స్త్రీ'.repeat(length).slice(0, length)
const url = (name: string) => `https://images.example/${name}`.padEnd(2_000, 'x')
const numbered = (at: number, text: string) => `${at}${text}`.slice(0, text.length)

/** Every list and every text as long as the app and the replies of a server permit. */
function newLargestVisit(): Visit {
  const prices = v.parse(
    hairPricesReplySchema,
    Array.from({ length: 100 }, (_, at) => ({
      hair_type: numbered(at, telugu(64)),
      price_per_20g: 70.25,
    })),
  )
  const weights = Object.fromEntries(prices.map(({ hairType }) => [hairType, 9_999.999]))
  const customer = {
    id: telugu(64),
    name: telugu(5_000),
    mobile: '',
    email: '',
    location: telugu(5_000),
  }
  const visit = weigh(openVisit('00000000-0000-4000-8000-000000000000', customer), weights, prices)
  let { cart }: { cart: Cart } = visit
  for (let at = 0; at < 200; at++)
    cart = addProduct(cart, {
      id: numbered(at, telugu(64)),
      productId: numbered(at, telugu(64)),
      name: telugu(500),
      description: telugu(2_000),
      pricePaise: paise(1_234_56),
      imageUrl: url('picture'),
    })
  return { ...visit, cart }
}

const common = {
  packet: newDealPhoto('packet', url('packet')),
  location: {
    latitude: 17.123456789,
    longitude: 78.123456789,
    address: telugu(5_000),
    accuracy_m: 12.345678,
    age_s: 1_234.5678,
  },
}
const settlementForm: DealForm = { kind: 'settlement', ...common }
const cashForm: DealForm = {
  kind: 'cash-payment',
  ...common,
  receipt: newDealPhoto('receipt', url('receipt')),
  payoutMethod: 'upi',
  upiReference: telugu(5_000),
  cashAmountPaise: paise(99_999_99),
}

/** Each body that the phone sends for a deal, as the server parses it. */
function bodiesOf(visit: Visit, form: DealForm): unknown[] {
  const { work } = buildDeal(visit, form, dealContext)
  if (work.kind === 'settlement') {
    v.parse(settlementSchema, work.settlement)
    return [work.settlement]
  }
  if (work.kind !== 'cash-payment') throw new Error('no deal')
  v.parse(cashPaymentSchema, work.payment)
  v.parse(orderCreateSchema, work.order)
  v.parse(orderUpdateSchema, work.delivered)
  return [work.payment, work.order, work.delivered]
}

describe('a deal has at most 64 KB', () => {
  test.each([
    ['an items settlement', settlementForm],
    ['a cash payment with its order', cashForm],
  ])('also %s in which everything is as long as possible [R-7.036]', (_name, form) => {
    const visit = newLargestVisit()
    expect([visit.cart.items.length, visit.hairLines.length]).toEqual([
      MAX_CART_ITEMS,
      MAX_HAIR_TYPES,
    ])
    for (const body of bodiesOf(visit, form)) expect(bytesOf(body)).toBeLessThan(MAX_DEAL_BYTES)
  })

  test('and any deal', () => {
    fc.assert(
      fc.property(anyVisit, anyForm, (visit, form) => {
        for (const body of bodiesOf(visit, form)) expect(bytesOf(body)).toBeLessThan(MAX_DEAL_BYTES)
      }),
    )
  })
})

test('the items of an ordinary deal stay complete', () => {
  const items = Array.from({ length: 20 }, (_, at) => ({
    id: String(at),
    productId: `rice-cooker-${at}`,
    name: 'Rice Cooker, 1.8 litres',
    price: 1206.44,
    quantity: 1,
    image: 'https://images.example/rice-cooker.jpg',
    description: 'బియ్యం కుక్కర్, 1.8 లీటర్లు',
  }))
  expect(fitItems(items)).toEqual(items)
})

test('pictures go first, then descriptions, then the ends of names', () => {
  const [item] = newLargestVisit().cart.items
  const make = (image: number, description: number) => [
    { ...item!, price: 1, image: 'x'.repeat(image), description: 'x'.repeat(description) },
  ]
  expect(fitItems(make(40_000, 1_000))[0]).toMatchObject({
    image: '',
    description: 'x'.repeat(1_000),
  })
  expect(fitItems(make(10, 40_000))[0]).toMatchObject({ image: '', description: '' })
  const [longest] = fitItems([{ ...make(10, 10)[0]!, name: telugu(20_000) }])
  expect(longest?.name).toHaveLength(40)
})

test('a text is never cut in half of a letter', () => {
  expect(shorten('😀😀😀', 4)).toBe('😀…')
  expect(shorten('abc', 3)).toBe('abc')
})
