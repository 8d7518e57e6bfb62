import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashPayments, customers, orders, products, settlements } from '../../src/db/schema.ts'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import { orderCalls, hairPurchase } from '../fixtures/single-orders.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('a second delivery of a customer on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    const others = ['handbag', 'ricecooker'].map((productId) => ({ productId, name: productId }))
    await server.deps.db
      .insert(products)
      .values(others.map((product) => ({ ...product, pricePaise: 29_44 })))
    ravi = await server.signIn(RAVI.phone)
  })

  const { newCustomerId, place, flagsOf } = orderCalls(server, () => ravi)
  /** Whether each delivery of the customer is flagged as a second one, the oldest first. */
  const settledAgain = async (
    table: typeof orders | typeof cashPayments | typeof settlements,
    customerId: number,
  ) => {
    const { db } = server.deps
    const rows = await db
      .select({ flags: table.flags })
      .from(table)
      .where(eq(table.customerId, customerId))
      .orderBy(table.createdAt)
    return rows.map(({ flags }) => flags?.some(({ kind: name }) => name === 'settled-again'))
  }

  it('is not a deal or a single order of another product in the same visit', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const of = (product_id: string) => ({ ...visit, product_id })
    const first = await place(visit, {}, customerId)
    const second = await place(of('handbag'), {}, customerId)
    const link = { ...visit, invoice_id: 'CASH-1-HONEST' }
    const ordered = await place({ ...hairPurchase, ...link }, { actual_amount: 350 }, customerId)
    const deal = cashPaymentBody(customerId, { ...link, order_id: ordered, cash_amount: 350 })
    expect((await ravi.send('POST', '/api/cash-payments', deal)).status).toBe(201)
    // The phone sends a single order that was held after the deal.
    const third = await place(of('ricecooker'), {}, customerId)
    for (const id of [first, second, third]) expect(await flagsOf(id)).toEqual([])
    expect(await settledAgain(cashPayments, customerId)).toEqual([false])
    expect(await settledAgain(orders, customerId)).toEqual([false, false, false, false])
  })

  it('is the second order of a product in one visit', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const first = await place(visit, {}, customerId)
    const again = [await place(visit, {}, customerId), await place(visit, {}, customerId)]
    expect(await flagsOf(first)).toEqual([])
    for (const id of again) expect(await flagsOf(id)).toEqual(['settled-again: customer_id'])
  })

  it('is the order or the deal of another invoice in one visit', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const link = (invoice_id: string) => ({ ...visit, invoice_id })
    await place(link('CASH-1-FIRSTT'), {}, customerId)
    const second = await place(link('CASH-1-SECOND'), {}, customerId)
    expect(await flagsOf(second)).toEqual([
      'settled-again: customer_id',
      'deal-missing: invoice_id',
    ])
    const deal = settlementBody(customerId, visit)
    expect((await ravi.send('POST', '/api/settlements', deal)).status).toBe(201)
    expect(await settledAgain(settlements, customerId)).toEqual([true])
  })

  it('is the delivery in another visit, until the office opens the customer again', async () => {
    const { db } = server.deps
    const customerId = await newCustomerId()
    expect(await flagsOf(await place({}, {}, customerId))).toEqual([])
    const again = ['settled-again: customer_id']
    expect(await flagsOf(await place({}, {}, customerId))).toEqual(again)
    // An older app names no visit.
    const without = await place({ visit_id: undefined }, {}, customerId)
    expect(await flagsOf(without)).toEqual(again)
    await db
      .update(customers)
      .set({ runnerId: LAKSHMI.id, status: 'assigned' })
      .where(eq(customers.id, customerId))
    const move = { from: LAKSHMI.phone, to: RAVI.phone, ids: [customerId] }
    await moveCustomersBetween(server.deps, move)
    expect(await flagsOf(await place({}, {}, customerId))).toEqual([])
  })

  it('is the deal of the next runner, when a runner set the status back and the office moved the customer', async () => {
    const customerId = await newCustomerId()
    const setStatus = async (status: string) => {
      const change = { status, runner_id: RAVI.id }
      expect((await ravi.send('PUT', `/api/customers/${customerId}`, change)).status).toBe(200)
    }
    const first = cashPaymentBody(customerId, { visit_id: randomUUID() })
    expect((await ravi.send('POST', '/api/cash-payments', first)).status).toBe(201)
    await setStatus('delivered')
    await setStatus('pending')
    const move = { from: RAVI.phone, to: LAKSHMI.phone, ids: [customerId] }
    await moveCustomersBetween(server.deps, move)
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const second = cashPaymentBody(customerId, { visit_id: randomUUID() })
    expect((await lakshmi.send('POST', '/api/cash-payments', second)).status).toBe(201)
    expect(await settledAgain(cashPayments, customerId)).toEqual([false, true])
  })
})
