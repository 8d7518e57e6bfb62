import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customerChanges, customers, orders, settlements } from '../../src/db/schema.ts'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import { newEntry } from '../fixtures/phone-file.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('a former runner of a customer on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client
  let customerId: number
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  // The customer has no runner at first, and Ravi claims the customer with a status.
  beforeEach(async () => {
    const interested = { runnerId: null, status: 'interested' }
    customerId = (await newCustomer(server.deps.db, interested)).id
    await ravi.send('PUT', `/api/customers/${customerId}`, { status: 'assigned' })
  })

  const moveToLakshmi = () =>
    moveCustomersBetween(server.deps, {
      from: RAVI.phone,
      to: LAKSHMI.phone,
      ids: [customerId],
    })
  const customer = async () => {
    const isThis = eq(customers.id, customerId)
    const [row] = await server.deps.db.select().from(customers).where(isThis)
    return row
  }
  const flagsOf = async (invoiceId: string) => {
    const isThis = eq(settlements.invoiceId, invoiceId)
    const [row] = await server.deps.db.select().from(settlements).where(isThis)
    return row?.flags?.map(({ kind: name }) => name)
  }

  it('delivers an old order without a change of the customer', async () => {
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customerId))
    await moveToLakshmi()
    const before = await customer()
    const answer = await ravi.send('PUT', `/api/orders/${order.body.id}`, { status: 'delivered' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'delivered' } })
    expect(await customer()).toEqual(before)
    expect(before).toMatchObject({ runnerId: LAKSHMI.id, status: 'assigned' })
  })

  it('delivers an old settlement without a change of the customer', async () => {
    const body = settlementBody(customerId)
    await ravi.send('POST', '/api/settlements', body)
    await moveToLakshmi()
    const before = await customer()
    const path = `/api/settlements/${body.invoice_id}`
    const answer = await ravi.send('PUT', path, { status: 'delivered' })
    expect(answer).toMatchObject({ status: 200, body: { status: 'delivered' } })
    expect(await customer()).toEqual(before)
  })

  it('has the deal stored and flagged that was paid before the move was known', async () => {
    await moveToLakshmi()
    const before = await customer()
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customerId))
    const path = `/api/orders/${order.body.id}`
    const settlement = settlementBody(customerId)
    const answers = [
      order,
      await ravi.send('PUT', path, { status: 'delivered' }),
      await ravi.send('POST', '/api/settlements', settlement),
      await ravi.send('POST', '/api/cash-payments', cashPaymentBody(customerId)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 201])
    expect(await flagsOf(settlement.invoice_id)).toContain('customer-of-another-runner')
    expect(await customer()).toEqual(before)
  })

  it('has a single order recorded that was paid before the move was known', async () => {
    await moveToLakshmi()
    const before = await customer()
    const { entry } = newEntry(customerId, {
      kind: 'single-order',
      order: orderBody(customerId),
      delivered: { status: 'delivered' },
      customer: { status: 'delivered' },
    })
    const item = { version: 1, id: entry.id, customer_id: entry.customerId, work: entry.work }
    const { body } = await ravi.send('POST', '/api/work', { items: [item] })
    expect(body).toMatchObject({ results: [{ outcome: 'recorded' }] })
    expect(await customer()).toEqual(before)
    const made = await server.deps.db.select().from(orders).where(eq(orders.customerId, customerId))
    expect(made).toMatchObject([{ status: 'delivered', runnerId: RAVI.id }])
    expect(made[0]?.flags).toContainEqual(
      expect.objectContaining({ kind: 'customer-of-another-runner' }),
    )
  })

  it('cannot change the status of the customer', async () => {
    await moveToLakshmi()
    const before = await customer()
    const path = `/api/customers/${customerId}`
    expect((await ravi.send('PUT', path, { status: 'rejected' })).status).toBe(404)
    expect(await customer()).toEqual(before)
    expect((await lakshmi.send('PUT', path, { status: 'hold' })).status).toBe(200)
  })

  it('of a customer without a runner may be anyone: who comes second has the deal flagged', async () => {
    const { id } = await newCustomer(server.deps.db, { runnerId: null, status: 'interested' })
    await server.deps.db.insert(customerChanges).values({ customerId: id, status: 'interested' })
    await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold' })
    const body = settlementBody(id)
    expect((await lakshmi.send('POST', '/api/settlements', body)).status).toBe(201)
    expect(await flagsOf(body.invoice_id)).toContain('customer-of-another-runner')
  })

  it("reads the name of a customer in the record only when the customer was once the runner's", async () => {
    const { id } = await newCustomer(server.deps.db, { runnerId: null, status: 'interested' })
    await server.deps.db.insert(customerChanges).values({ customerId: id, status: 'interested' })
    await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold' })
    for (const runner of [ravi, lakshmi]) {
      const order = await runner.send<{ id: number }>('POST', '/api/orders', orderBody(id))
      await runner.send('PUT', `/api/orders/${order.body.id}`, { status: 'delivered' })
    }
    const namesOf = async (runner: Client) => {
      const { body } = await runner.get<RunnerRecord>('/api/runners/me')
      return body.orders
        .filter((order) => order.customer_id === id)
        .map((order) => order.customer_name)
    }
    expect([await namesOf(ravi), await namesOf(lakshmi)]).toEqual([['Anjali Reddy'], ['']])
    await moveCustomersBetween(server.deps, { from: RAVI.phone, to: LAKSHMI.phone, ids: [id] })
    for (const runner of [ravi, lakshmi]) expect(await namesOf(runner)).toEqual(['Anjali Reddy'])
  })

  it.each(['pending', 'rejected', 'hold'])(
    'of a customer without a runner who is %s is nobody',
    async (status) => {
      const { id } = await newCustomer(server.deps.db, { runnerId: null, status })
      await server.deps.db.insert(customerChanges).values({ customerId: id, status })
      expect((await ravi.send('POST', '/api/orders', orderBody(id))).status).toBe(404)
      expect((await ravi.send('POST', '/api/settlements', settlementBody(id))).status).toBe(404)
    },
  )

  it('is not a runner who never had the customer', async () => {
    const { id } = await newCustomer(server.deps.db)
    expect((await lakshmi.send('POST', '/api/orders', orderBody(id))).status).toBe(404)
    const missing = await lakshmi.send('POST', '/api/orders', orderBody(2_000_000))
    expect(missing.status).toBe(404)
    expect(await server.deps.db.$count(orders, eq(orders.customerId, id))).toBe(0)
  })

  it('stays in the history with every runner and status, and with who changed them', async () => {
    await ravi.send('PUT', `/api/customers/${customerId}`, { status: 'hold', comments: 'later' })
    await ravi.send('PUT', `/api/customers/${customerId}`, {
      status: 'hold',
      comments: 'much later',
    })
    await moveToLakshmi()
    const settlement = settlementBody(customerId)
    await lakshmi.send('POST', '/api/settlements', settlement)
    await lakshmi.send('PUT', `/api/settlements/${settlement.invoice_id}`, { status: 'delivered' })
    const rows = await server.deps.db
      .select()
      .from(customerChanges)
      .where(eq(customerChanges.customerId, customerId))
      .orderBy(customerChanges.id)
    expect(rows.map(({ runnerId, status, changedBy }) => [runnerId, status, changedBy])).toEqual([
      [RAVI.id, 'interested', RAVI.id],
      [RAVI.id, 'assigned', RAVI.id],
      [RAVI.id, 'hold', RAVI.id],
      [LAKSHMI.id, 'hold', null],
      [LAKSHMI.id, 'delivered', LAKSHMI.id],
    ])
  })
})
