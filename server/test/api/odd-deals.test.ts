import { beforeAll, describe, expect, it, vi } from 'vitest'
import { priceChanges } from '../../src/db/schema.ts'
import { oddDeals } from '../fixtures/odd-deals.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import {
  cashPaymentBody,
  newCustomer,
  newStoredPhoto,
  RAVI,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

const NOW = Date.parse('2026-11-22T18:00:00Z')
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

const hairLine = { hair_type: 'black_hair', weight_grams: 100, price_per_20g: 70, value: 350 }
const product = {
  id: 'cookingset',
  productId: 'cookingset',
  name: 'Cooking Set',
  price: 29.44,
  quantity: 1,
  image: '',
  description: '',
}

describe.each(databaseKinds)('an odd deal on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    return () => vi.useRealTimers()
  })
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const { pay, settle, flagsOf, isListed } = oddDeals(server, () => ravi, daysAgo(1))

  it('is not one in which everything is as expected', async () => {
    for (const invoice of [
      await pay({}),
      await settle({ items: [product], items_total: 29.44, balance_amount: 320.56 }),
    ]) {
      expect(await flagsOf(invoice)).toEqual([])
      expect(await isListed(invoice)).toBe(false)
    }
  })

  const tenTimes = { ...hairLine, price_per_20g: 700, value: 3500 }
  const invented = { ...hairLine, hair_type: 'golden_hair', price_per_20g: 7000, value: 35_000 }
  it.each([
    [
      'ten times the price',
      { hair_lines: [tenTimes], hair_value: 3500, balance_amount: 3500 },
      'unknown-price',
      'hair_lines.0.price_per_20g',
    ],
    [
      'an invented hair type',
      {
        hair_lines: [hairLine, invented],
        hair_weight: 200,
        hair_value: 35_350,
        balance_amount: 35_350,
      },
      'unknown-price',
      'hair_lines.1.price_per_20g',
    ],
    [
      'a product for a paisa',
      { items: [{ ...product, price: 0.01 }], items_total: 0.01, balance_amount: 349.99 },
      'unknown-price',
      'items.0.price',
    ],
    [
      'a payment by UPI without a reference',
      { upi_reference: ' ' },
      'no-upi-reference',
      'upi_reference',
    ],
    ['the year 1970', { payment_date: '1970-01-01T00:00:00.000Z' }, 'wrong-time', 'payment_date'],
    ['the year 9999', { payment_date: '9999-12-31T23:59:59.000Z' }, 'wrong-time', 'payment_date'],
    [
      'cash above the legal limit',
      { payout_method: 'cash', cash_amount: 200_000 },
      'large-amount',
      'cash_amount',
    ],
    [
      'a balance to collect by UPI that nobody collected',
      {
        items: [{ ...product, quantity: 20 }],
        items_total: 588.8,
        balance_amount: 238.8,
        balance_type: 'collect',
      },
      'not-collected',
      'cash_amount',
    ],
    [
      'more hair than one customer has',
      {
        hair_lines: [{ ...hairLine, weight_grams: 57_000, value: 199_500 }],
        hair_weight: 57_000,
        hair_value: 199_500,
        balance_amount: 199_500,
      },
      'large-weight',
      'hair_weight',
    ],
    [
      'less hair than the minimum',
      {
        hair_lines: [{ ...hairLine, weight_grams: 2, value: 7 }],
        hair_weight: 2,
        hair_value: 7,
        balance_amount: 7,
      },
      'below-minimum',
      'hair_lines.0.weight_grams',
    ],
    [
      'a hair type that comes again',
      {
        hair_lines: [hairLine, hairLine],
        hair_weight: 200,
        hair_value: 700,
        balance_amount: 700,
      },
      'repeated-hair-type',
      'hair_lines.1.hair_type',
    ],
    [
      'no hair',
      { hair_lines: [], hair_weight: 0, hair_value: 0, balance_amount: 0 },
      'no-hair',
      'hair_lines',
    ],
    [
      'a place that no phone reports',
      { location: { latitude: 0, longitude: 0, address: '' } },
      'no-place',
      'location',
    ],
  ])('with %s is stored, flagged and listed', async (_name, fields, flag, field) => {
    const invoice = await pay(fields)
    expect(await flagsOf(invoice)).toEqual([{ kind: flag, field }])
    expect(await isListed(invoice)).toBe(true)
  })

  it('that is a cash payment without an order is stored, flagged and listed', async () => {
    const { id } = await newCustomer(server.deps.db)
    const hair_photo_url = await newStoredPhoto(server.deps)
    const fields = { hair_photo_url, payment_date: daysAgo(1), upi_reference: `UPI${id}` }
    const body = cashPaymentBody(id, fields)
    expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    expect(await flagsOf(body.invoice_id)).toEqual([{ kind: 'order-missing', field: 'order_id' }])
  })

  it.each([
    ['a packet photo that is no address', { hair_photo_url: 'x' }],
    ['a packet photo on the phone only', { hair_photo_url: 'blob:http://localhost/1' }],
    [
      'a packet photo on a host that the company does not use',
      { hair_photo_url: 'https://images.example/1.jpg' },
    ],
    ['no packet photo', { hair_photo_url: '' }],
    ['cash without a receipt', { payout_method: 'cash', cash_receipt_url: '' }],
  ])('with %s is listed', async (_name, fields) => {
    expect(await isListed(await pay(fields))).toBe(true)
  })

  it('needs no receipt when it is paid by UPI', async () => {
    expect(await isListed(await pay({ cash_receipt_url: '' }))).toBe(false)
  })

  it('with a price that a phone without network could still have is not flagged', async () => {
    const { db } = server.deps
    const at = (days: number) => new Date(NOW - days * DAY_MS)
    const change = { kind: 'hair' as const, name: 'black_hair' }
    await db.insert(priceChanges).values([
      { ...change, pricePaise: 50_00, validFrom: at(900) },
      { ...change, pricePaise: 60_00, validFrom: at(400) },
      { ...change, pricePaise: 65_00, validFrom: at(40) },
      { ...change, pricePaise: 70_00, validFrom: at(2) },
    ])
    const payAt = async (price: number, days: number) => {
      const value = price * 5
      const line = { ...hairLine, price_per_20g: price, value }
      const sums = { hair_lines: [line], hair_value: value, balance_amount: value }
      const flags = await flagsOf(await pay({ ...sums, payment_date: daysAgo(days) }))
      return flags?.map(({ kind: name }) => name)
    }
    expect(await payAt(65, 1)).toEqual([])
    // The price of 60 ended 39 days before this deal, and no phone without network sells for that long.
    expect(await payAt(60, 1)).toEqual(['unknown-price'])
    expect(await payAt(60, 20)).toEqual([])
    // A false date finds no older price.
    expect(await payAt(50, 3_000)).toEqual(['unknown-price', 'wrong-time'])
    await db.delete(priceChanges)
  })
})
