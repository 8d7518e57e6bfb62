import { randomUUID } from 'node:crypto'
import type { Difference } from '@veni/domain/deal/record'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashPayments, customers, hairPrices, settlements } from '../../src/db/schema.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

const deals = [
  { path: '/api/settlements', table: settlements, makeBody: settlementBody },
  { path: '/api/cash-payments', table: cashPayments, makeBody: cashPaymentBody },
] as const

describe.each(databaseKinds)('deals on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  describe.each(deals)('sent to $path', ({ path, table, makeBody }) => {
    const storedUnder = async (invoiceId: string) =>
      server.deps.db.select().from(table).where(eq(table.invoiceId, invoiceId))

    it('are answered as they were sent and stored in paise', async () => {
      const customer = await newCustomer(server.deps.db)
      const body = makeBody(customer.id, { ...twoProducts, balance_amount: 291.12 })
      const answer = await ravi.send('POST', path, body)
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual(body)
      expect(await storedUnder(body.invoice_id)).toMatchObject([
        {
          runnerId: RAVI.id,
          customerId: customer.id,
          itemsTotalPaise: 58_88,
          balancePaise: 291_12,
        },
      ])
    })

    it.each([
      ['accuracy and age', { accuracy_m: 12.5, age_s: 40 }],
      ['an accuracy and an age of zero', { accuracy_m: 0, age_s: 0 }],
      ['the reason why it is missing', { latitude: 0, longitude: 0, reason: 'denied' as const }],
    ])('store with their location %s [R-8.076]', async (_what, fields) => {
      const customer = await newCustomer(server.deps.db)
      const { location } = makeBody(customer.id)
      const body = makeBody(customer.id, { location: { ...location, ...fields } })
      expect((await ravi.send('POST', path, body)).body).toEqual(body)
      // This reads the row, not the stored answer of a repeat.
      const record = await ravi.get<RunnerRecord>('/api/runners/me')
      expect([...record.body.settlements, ...record.body.cash_payments]).toContainEqual({
        ...body,
        received_at: expect.any(String) as string,
      })
    })

    it.each([0, 40, -2_300_000_000, 1_790_000_000])(
      "store how far the phone's clock was off, also by many years: %i s [R-8.083]",
      async (offset) => {
        const customer = await newCustomer(server.deps.db)
        const body = makeBody(customer.id, { clock_offset_s: offset })
        expect((await ravi.send('POST', path, body)).body).toEqual(body)
        expect(await storedUnder(body.invoice_id)).toMatchObject([{ clockOffsetS: offset }])
      },
    )

    it('are stored once, and a repeat gets the stored deal [R-4.070]', async () => {
      const customer = await newCustomer(server.deps.db)
      const body = makeBody(customer.id)
      const answers = [
        await ravi.send('POST', path, body),
        await ravi.send('POST', path, { ...body, customer_id: String(customer.id) }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(answers[1]?.body).toEqual(answers[0]?.body)
      expect(await storedUnder(body.invoice_id)).toHaveLength(1)
    })

    it('are stored once, also when a newer app sends one more field under the same key [R-4.070]', async () => {
      const customer = await newCustomer(server.deps.db)
      const body = makeBody(customer.id)
      const key = { 'idempotency-key': randomUUID() }
      const first = await ravi.send('POST', path, body, key)
      const newer = { ...body, location: { ...body.location, accuracy_m: 8 } }
      for (const headers of [key, { 'idempotency-key': randomUUID() }, undefined]) {
        const again = await ravi.send('POST', path, newer, headers)
        expect([again.status, again.body]).toEqual([201, first.body])
        const other = await ravi.send('POST', path, { ...newer, hair_value: 351 }, headers)
        expect(other.status).toBeGreaterThanOrEqual(400)
      }
      const another = makeBody(customer.id)
      expect((await ravi.send('POST', path, another, key)).status).toBe(422)
      expect(await storedUnder(another.invoice_id)).toEqual([])
      expect(await storedUnder(body.invoice_id)).toMatchObject([{ hairValuePaise: 35_000 }])
    })

    it('are stored once, also when all copies arrive together [R-4.070]', async () => {
      const customer = await newCustomer(server.deps.db)
      const body = makeBody(customer.id)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => ravi.send('POST', path, body)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(await storedUnder(body.invoice_id)).toHaveLength(1)
    })

    it('are refused under an invoice id that another deal has', async () => {
      const customer = await newCustomer(server.deps.db)
      const body = makeBody(customer.id)
      await ravi.send('POST', path, body)
      const other = await ravi.send('POST', path, { ...body, hair_value: 351 })
      expect(other.status).toBe(409)
      expect((await lakshmi.send('POST', path, body)).status).toBe(409)
      expect(await storedUnder(body.invoice_id)).toMatchObject([{ hairValuePaise: 35_000 }])
    })

    it('are refused with the names of the wrong fields', async () => {
      const customer = await newCustomer(server.deps.db)
      const body = { ...makeBody(customer.id), invoice_id: 'X', location: { latitude: 91 } }
      const answer = await ravi.send<Refusal>('POST', path, body)
      expect(answer.status).toBe(400)
      const paths = answer.body.error.fields.map((field) => field.path)
      expect(paths).toEqual(
        expect.arrayContaining(['invoice_id', 'location.latitude', 'location.longitude']),
      )
    })
  })

  describe.each(deals)('recounted at $path', ({ path, table, makeBody }) => {
    const record = async (fields: object) => {
      const customer = await newCustomer(server.deps.db)
      const body = { ...makeBody(customer.id), ...fields }
      return { body, answer: await ravi.send<Recounted>('POST', path, body) }
    }

    it('are stored with a wrong sum, and the difference is stored and answered', async () => {
      const { body, answer } = await record({
        ...twoProducts,
        items_total: 59,
        balance_amount: 291,
      })
      const differences = [
        { field: 'items_total', phone: 59, office: 58.88, kind: 'sum' },
        { field: 'balance_amount', phone: 291, office: 291.12, kind: 'sum' },
      ]
      expect(answer).toMatchObject({ status: 201, body: { ...body, differences } })
      const isThis = eq(table.invoiceId, body.invoice_id)
      expect(await server.deps.db.select().from(table).where(isThis)).toMatchObject([
        { itemsTotalPaise: 59_00, differences },
      ])
      expect((await ravi.send('POST', path, body)).body).toEqual(answer.body)
      const { body: runnerRecord } = await ravi.get<RunnerRecord>('/api/runners/me')
      const stored = [...runnerRecord.settlements, ...runnerRecord.cash_payments]
      expect(stored.find((deal) => deal.invoice_id === body.invoice_id)).toMatchObject(answer.body)
    })

    it('name the frozen prices that have changed or are gone', async () => {
      const prices = { ...twoProducts, items: [{ ...PRODUCT, price: 30, quantity: 1 }] }
      const { answer } = await record({ ...prices, items_total: 30, balance_amount: 320 })
      expect(answer.body.differences).toEqual([
        { field: 'items.0.price', phone: 30, office: 29.44, kind: 'price' },
      ])
      const isBlack = eq(hairPrices.hairType, 'black_hair')
      await server.deps.db.update(hairPrices).set({ isActive: false }).where(isBlack)
      const { answer: later } = await record({})
      await server.deps.db.update(hairPrices).set({ isActive: true }).where(isBlack)
      expect(later.body.differences).toEqual([
        { field: 'hair_lines.0.price_per_20g', phone: 70, office: null, kind: 'price' },
      ])
    })
  })

  it('deliver a settlement together with its customer', async () => {
    const customer = await newCustomer(server.deps.db)
    const body = settlementBody(customer.id)
    await ravi.send('POST', '/api/settlements', body)
    const url = `/api/settlements/${body.invoice_id}`
    // Another runner is told nothing about it.
    expect((await lakshmi.send('PUT', url, { status: 'delivered' })).status).toBe(404)
    const answer = await ravi.send('PUT', url, { status: 'delivered' })
    expect(answer.body).toEqual({ ...body, status: 'delivered' })
    const isThis = eq(customers.id, customer.id)
    const rows = await server.deps.db.select().from(customers).where(isThis)
    expect(rows).toMatchObject([{ status: 'delivered' }])
    // The phone may send the deal again before it receives this answer.
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
  })

  it("tie a cash payment to the runner's own order for the same customer", async () => {
    const customer = await newCustomer(server.deps.db)
    const other = await newCustomer(server.deps.db)
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customer.id))
    const pay = (customerId: number, order_id: number) =>
      ravi.send('POST', '/api/cash-payments', cashPaymentBody(customerId, { order_id }))
    expect((await pay(other.id, order.body.id)).status).toBe(404)
    expect((await pay(customer.id, order.body.id + 1_000)).status).toBe(404)
    expect((await pay(customer.id, order.body.id)).body).toMatchObject({ order_id: order.body.id })
  })

  it('are all in the runner record, the last received first, whatever their own time [R-8.085]', async () => {
    const customer = await newCustomer(server.deps.db)
    const received = { received_at: expect.any(String) as string }
    const first = cashPaymentBody(customer.id, { payment_date: '2099-01-02T00:00:00.000Z' })
    const last = cashPaymentBody(customer.id, { payment_date: '1970-01-02T00:00:00.000Z' })
    await ravi.send('POST', '/api/cash-payments', first)
    await ravi.send('POST', '/api/cash-payments', last)
    const { body } = await ravi.get<RunnerRecord>('/api/runners/me')
    expect(body.cash_payments.slice(0, 2)).toEqual([
      { ...last, ...received },
      { ...first, ...received },
    ])
  })
})

const PRODUCT = {
  id: '1',
  productId: 'cookingset',
  name: 'Cooking Set',
  price: 29.44,
  quantity: 2,
  image: '',
  description: '500Grams',
}
const twoProducts = { items: [PRODUCT], items_total: 58.88 }

type Recounted = { differences?: Difference[] }
type Refusal = { error: { fields: { path: string }[] } }
