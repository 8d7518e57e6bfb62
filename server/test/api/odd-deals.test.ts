import { randomBytes } from 'node:crypto'
import type { DealFlag } from '@veni/domain/deal/flags'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { cashPayments, priceChanges, settlements } from '../../src/db/schema.ts'
import { listAllDeals, needsAttention } from '../../src/deals/deal-overview.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import {
  cashPaymentBody,
  newCustomer,
  newStoredPhoto,
  RAVI,
  settlementBody,
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

  /** Cash and photos are as they must be, except for `fields`. */
  const pay = async (fields: object, customerId?: number) => {
    const { db } = server.deps
    const id = customerId ?? (await newCustomer(db)).id
    const body = cashPaymentBody(id, {
      hair_photo_url: await newStoredPhoto(server.deps),
      cash_receipt_url: await newStoredPhoto(server.deps),
      upi_reference: `UPI${id}`,
      payment_date: daysAgo(1),
      ...fields,
    })
    const { status } = await ravi.send('POST', '/api/cash-payments', body)
    expect(status).toBe(201)
    return body.invoice_id
  }
  const settle = async (fields: object, customerId?: number) => {
    const { db } = server.deps
    const body = settlementBody(customerId ?? (await newCustomer(db)).id, {
      hair_photo_url: await newStoredPhoto(server.deps),
      settlement_date: daysAgo(1),
      ...fields,
    })
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
    return body.invoice_id
  }
  const flagsOf = async (invoiceId: string): Promise<DealFlag[] | null | undefined> => {
    const { db } = server.deps
    const [payment] = await db
      .select()
      .from(cashPayments)
      .where(eq(cashPayments.invoiceId, invoiceId))
    const [settlement] = await db
      .select()
      .from(settlements)
      .where(eq(settlements.invoiceId, invoiceId))
    return (payment ?? settlement)?.flags
  }
  const isListed = async (invoiceId: string) => {
    let found: boolean | undefined
    await listAllDeals(server.deps, {}, (deal) => {
      if (deal.invoice_id === invoiceId) found = needsAttention(deal)
    })
    return found
  }

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
  ])('with %s is stored, flagged and listed', async (_name, fields, flag, field) => {
    const invoice = await pay(fields)
    expect(await flagsOf(invoice)).toEqual([{ kind: flag, field }])
    expect(await isListed(invoice)).toBe(true)
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

  it('whose packet photo is also its receipt is listed', async () => {
    const url = await newStoredPhoto(server.deps)
    const photos = { hair_photo_url: url, cash_receipt_url: url }
    expect(await isListed(await pay({ payout_method: 'cash', ...photos }))).toBe(true)
  })

  it('whose packet photo is in an earlier deal of the customer is listed, and so is that deal', async () => {
    const { id } = await newCustomer(server.deps.db)
    const hair_photo_url = await newStoredPhoto(server.deps)
    const first = await settle({ hair_photo_url }, id)
    expect(await isListed(first)).toBe(false)
    // The office has opened the customer again.
    await server.deps.db
      .update(settlements)
      .set({ createdAt: new Date(0) })
      .where(eq(settlements.invoiceId, first))
    const second = await settle({ hair_photo_url }, id)
    expect([await isListed(first), await isListed(second)]).toEqual([true, true])
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

  it('has the UPI reference of another deal, and both are listed', async () => {
    const first = await pay({ upi_reference: '426811223344' })
    expect(await isListed(first)).toBe(false)
    const second = await pay({ upi_reference: '426811223344' })
    expect([await isListed(first), await isListed(second)]).toEqual([true, true])
  })

  it.each([
    ['UTR52681122', 'UTR-5268 1122'],
    ['UTR52681123', 'utr52681123.'],
    ['UTR52681124', 'U\u200BTR52681124'],
    ['UTR52681125', 'ＵＴＲ５２６８１１２５'],
    ['UTR52681126', 'UTR౫౨౬౮౧౧౨౬'],
    ['౪౨౬౮౧౧౨౭', '౪౨౬౮ ౧౧౨౭'],
    ['٤٢٦٨١١٢٨', '42681128'],
    ['𞥐𞥑𞥒𞥓', '0123'],
  ])('has the UPI reference of another deal, %j, written as %j', async (one, other) => {
    const first = await pay({ upi_reference: one })
    expect(await isListed(first)).toBe(false)
    const second = await pay({ upi_reference: other })
    expect([await isListed(first), await isListed(second)]).toEqual([true, true])
  })

  it('has no UPI reference of another deal when the digits are others, or both have none', async () => {
    const deals: string[] = []
    for (const upi_reference of ['౧౨౩౪', '౧౨౩౫', 'అ', 'ఆ']) deals.push(await pay({ upi_reference }))
    expect(await Promise.all(deals.map(isListed))).toEqual([false, false, false, false])
  })

  // No part of an index of PostgreSQL can have more than 2,700 bytes.
  it('has a UPI reference of any characters and any length', async () => {
    const random = (from: number, count: number) =>
      String.fromCodePoint(...Array.from(randomBytes(2_000), (byte) => from + (byte % count)))
    for (const upi_reference of [random(0x33_80, 0x60), random(0x30, 75), random(0xc05, 40)]) {
      const deals = [await pay({ upi_reference }), await pay({ upi_reference })]
      expect(await Promise.all(deals.map(isListed))).toEqual([true, true])
    }
  })
})
