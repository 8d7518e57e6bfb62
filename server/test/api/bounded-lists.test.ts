import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cashPayments,
  customers,
  orders,
  products,
  reservedDeals,
  settlements,
} from '../../src/db/schema.ts'
import { fitList } from '../../src/limits/bounded-list.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  RAVI,
  settlementBody,
  storePrices,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const MB = 1024 * 1024
const NO_LIMITS = { RUNNER_CALLS_PER_MINUTE: '0' }
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Telugu letters have three bytes each. */
const telugu = (length: number) => 'స్త్రీ'.repeat(length).slice(0, length)

/** The longest row that an import and the runner can make. */
const longestCustomer = {
  state: telugu(200),
  district: telugu(200),
  villageInfo: telugu(200),
  memberName: telugu(200),
  fatherOrHusbandName: telugu(200),
  mobile: '+91 98480 22338 00000',
  email: `${'a'.repeat(250)}@b.c`,
  status: 'assigned',
  extra: telugu(1_000),
  comments: telugu(2_000),
}

describe.each(databaseKinds)('the lists on %s', (kind) => {
  const server = useServer(kind, NO_LIMITS)
  let ravi: Client

  async function store(rows: (typeof customers.$inferInsert)[]) {
    for (let at = 0; at < rows.length; at += 500)
      await server.deps.db.insert(customers).values(rows.slice(at, at + 500))
  }
  const many = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at))

  beforeAll(async () => {
    ravi = await server.signIn(RAVI.phone)
    await server.signIn(LAKSHMI.phone)
  })
  beforeEach(async () => {
    await server.deps.db.delete(customers)
  })

  it('have all 5,000 customers of the largest runner, in one answer and without a note', async () => {
    await store(
      many(5_000, (at) => ({
        memberName: `Gurram Lakshmi ${at}`,
        district: 'Warangal',
        state: 'Telangana',
        villageInfo: 'నల్గొండ',
        mobile: `91000${at}`,
        status: 'assigned',
        runnerId: RAVI.id,
        extra: 'Third house behind the temple',
      })),
    )
    const { status, body, headers } = await ravi.get<unknown[]>('/api/customers')
    expect([status, body.length, headers['veni-not-listed']]).toEqual([200, 5_000, undefined])
    expect(bytesOf(body)).toBeLessThan(2 * MB)
    expect(gzipSync(JSON.stringify(body)).length).toBeLessThan(MB / 4)
  })

  it('name how many customers are left out, and leave out those without a runner first [R-7.035]', async () => {
    await store(many(60, (at) => ({ memberName: `Free ${at}`, status: 'interested' })))
    await store(
      many(4_970, (at) => ({ memberName: `Mine ${at}`, status: 'assigned', runnerId: RAVI.id })),
    )
    const { body, headers } =
      await ravi.get<{ id: number; member_name: string }[]>('/api/customers')
    expect([body.length, headers['veni-not-listed']]).toEqual([5_000, '30'])
    expect(body.filter(({ member_name: name }) => name.startsWith('Mine'))).toHaveLength(4_970)
    const ids = body.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  })

  it('have at most 8 MB of customers, also when every field is as long as possible', async () => {
    await store(many(1_000, () => ({ ...longestCustomer, runnerId: RAVI.id })))
    const { body, headers } = await ravi.get<unknown[]>('/api/customers')
    expect(bytesOf(body)).toBeLessThanOrEqual(8 * MB)
    expect(bytesOf(body)).toBeGreaterThan(7.9 * MB)
    expect(Number(headers['veni-not-listed']) + body.length).toBe(1_000)
  })

  it('have at most 4 MB of products', async () => {
    await server.deps.db.delete(products)
    for (let at = 0; at < 1_100; at++)
      await server.deps.db.insert(products).values({
        productId: `p${at}`,
        name: telugu(200),
        weight: telugu(1_000),
        pricePaise: 100,
        imageUrl: 'https://images.example/'.padEnd(1_000, 'x'),
      })
    const { body } = await ravi.get<unknown[]>('/api/products')
    expect(body.length).toBeGreaterThan(500)
    expect(bytesOf(body)).toBeLessThanOrEqual(4 * MB)
  })

  const deliveredOrder = (customerId: number, deliveredAt: Date) => ({
    runnerId: RAVI.id,
    customerId,
    status: 'delivered',
    productId: 'handbag',
    productName: 'Handbag',
    quantity: 1,
    paymentMethod: 'cash',
    deliveryAddress: '',
    customerNotes: '',
    runnerNotes: '',
    items: [],
    deliveredAt,
  })

  /** All pages of the runner record, the newest first. */
  async function readPages(): Promise<RunnerRecord[]> {
    const pages: RunnerRecord[] = []
    let query = ''
    do {
      const { status, body } = await ravi.get<RunnerRecord>(`/api/runners/me${query}`)
      expect(status).toBe(200)
      pages.push(body)
      query = body.older === undefined ? '' : `?older=${body.older}`
    } while (query !== '')
    return pages
  }

  it('have each deal and order of the runner on exactly one page, the last received first, whatever the clock of the phone [R-8.085]', async () => {
    const { db } = server.deps
    await storePrices(db)
    const customer = await newCustomer(db)
    // The server received many deals in the same ms, as an import does: the invoice id decides then.
    const at = (index: number) => new Date(1_763_700_000_000 + Math.floor(index / 30))
    for (let index = 0; index < 250; index++) {
      const phoneTime = new Date(Date.UTC(1970, 0, 251 - index)).toISOString()
      const settlement = settlementBody(customer.id, { settlement_date: phoneTime })
      expect((await ravi.send('POST', '/api/settlements', settlement)).status).toBe(201)
      await db
        .update(settlements)
        .set({ createdAt: at(index) })
        .where(eq(settlements.invoiceId, settlement.invoice_id))
    }
    const payment = cashPaymentBody(customer.id)
    expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
    await db.insert(orders).values(many(120, (index) => deliveredOrder(customer.id, at(index))))
    const pages = await readPages()
    expect(pages.map(({ settlements: list }) => list.length)).toEqual([100, 100, 50])
    expect(pages.map(({ orders: list }) => list.length)).toEqual([100, 20, 0])
    expect(pages.map(({ cash_payments: list }) => list.length)).toEqual([1, 0, 0])
    const deals = pages.flatMap(({ settlements: list }) => list)
    expect(new Set(deals.map(({ invoice_id: id }) => id)).size).toBe(250)
    const times = deals.map(({ received_at: received }) => received)
    expect(times[0]).toBe(at(249).toISOString())
    expect(times.every((time, index) => index === 0 || time! <= times[index - 1]!)).toBe(true)
    expect(new Set(pages.flatMap(({ orders: list }) => list.map((one) => one.order_id))).size).toBe(
      120,
    )
    await clearDeals()
  })

  it('have a next page after an order with a number of ten digits', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    // The largest number of the column, and those before it.
    const ids = many(101, (index) => 2_147_483_647 - index)
    const at = new Date(1_763_700_000_000)
    await db.insert(orders).values(ids.map((id) => ({ id, ...deliveredOrder(customer.id, at) })))
    const pages = await readPages()
    expect(pages.flatMap(({ orders: list }) => list.map((one) => one.order_id))).toEqual(ids)
    const beyond = Buffer.from('{"orders":{"at":1,"id":"999999999999999"}}').toString('base64url')
    expect((await ravi.get(`/api/runners/me?older=${beyond}`)).status).toBe(200)
    await clearDeals()
  })

  it('have at most 1 MB of settlements on a page, also when each has 64 KB', async () => {
    const customer = await newCustomer(server.deps.db)
    const items = many(13, (at) => ({
      id: `i${at}`,
      productId: `p${at}`,
      name: 'Rice Cooker',
      price: 1206.44,
      quantity: 1,
      image: '',
      description: telugu(1_500),
    }))
    for (let index = 0; index < 20; index++)
      expect(
        (await ravi.send('POST', '/api/settlements', settlementBody(customer.id, { items })))
          .status,
      ).toBe(201)
    const { body } = await ravi.get<RunnerRecord>('/api/runners/me')
    expect(bytesOf(body.settlements)).toBeLessThanOrEqual(MB)
    expect(body.settlements.length).toBeGreaterThan(10)
    const { body: second } = await ravi.get<RunnerRecord>(`/api/runners/me?older=${body.older}`)
    expect(body.settlements.length + second.settlements.length).toBe(20)
    await clearDeals()
  })

  it.each([
    'x',
    'e30x',
    Buffer.from('{"orders":{"at":1e99,"id":"1"}}').toString('base64url'),
    Buffer.from('{"orders":{"at":1,"id":"a\u0000"}}').toString('base64url'),
    Buffer.from('{"orders":{"at":1,"id":"99999999999999999999"}}').toString('base64url'),
  ])('refuse a page that no record has named: %s', async (older) => {
    expect((await ravi.get(`/api/runners/me?older=${older}`)).status).toBe(400)
  })

  async function clearDeals() {
    const { db } = server.deps
    await db.delete(cashPayments)
    await db.delete(settlements)
    await db.delete(reservedDeals)
    await db.delete(orders).where(eq(orders.runnerId, RAVI.id))
  }
})

it('a list always has its first record, however long that is', () => {
  expect(fitList(['aaaa', 'b'], 3)).toEqual(['aaaa'])
  expect(fitList(['a', 'b', 'c'], 9)).toEqual(['a', 'b'])
  expect(fitList([], 1)).toEqual([])
})
