import type { RunnerAccount } from '@veni/domain/runner-account'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashPayments, customers, settlements } from '../src/db/schema.ts'
import type { Client } from './client.ts'
import { databaseKinds } from './databases.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storeRunners,
} from './records.ts'
import { useServer } from './server.ts'

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
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  describe.each(deals)('sent to $path', ({ path, table, makeBody }) => {
    const storedUnder = async (invoiceId: string) =>
      server.deps.db.select().from(table).where(eq(table.invoiceId, invoiceId))

    it('are answered as they were sent and stored in paise', async () => {
      const customer = await newCustomer(server.deps.db)
      const body = makeBody(customer.id, { hair_value: 350.25 })
      const answer = await ravi.send('POST', path, body)
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual(body)
      expect(await storedUnder(body.invoice_id)).toMatchObject([
        { runnerId: RAVI.id, customerId: customer.id, hairValuePaise: 35_025 },
      ])
    })

    it('are stored once, and a repeat is answered with what is stored [R-4.070]', async () => {
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

    it('are stored once also when all copies come together [R-4.070]', async () => {
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

    it('are refused with the fields that are wrong', async () => {
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

  it('deliver a settlement together with its customer', async () => {
    const customer = await newCustomer(server.deps.db)
    const body = settlementBody(customer.id)
    await ravi.send('POST', '/api/settlements', body)
    const url = `/api/settlements/${body.invoice_id}`
    const answer = await ravi.send('PUT', url, { status: 'delivered' })
    expect(answer.body).toEqual({ ...body, status: 'delivered' })
    const isThis = eq(customers.id, customer.id)
    const rows = await server.deps.db.select().from(customers).where(isThis)
    expect(rows).toMatchObject([{ status: 'delivered' }])
    // The phone may send the deal again before it hears that it was delivered.
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

  it('are all in the account of their runner, newest first', async () => {
    const customer = await newCustomer(server.deps.db)
    const older = cashPaymentBody(customer.id, { payment_date: '2030-01-01T00:00:00.000Z' })
    const newer = cashPaymentBody(customer.id, { payment_date: '2030-01-02T00:00:00.000Z' })
    await ravi.send('POST', '/api/cash-payments', newer)
    await ravi.send('POST', '/api/cash-payments', older)
    const { body } = await ravi.get<RunnerAccount>('/api/runners/me')
    expect(body.cash_payments.slice(0, 2)).toEqual([newer, older])
  })
})

type Refusal = { error: { fields: { path: string }[] } }
