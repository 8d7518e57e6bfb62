import { randomUUID } from 'node:crypto'
import type { OrderCreate, OrderUpdate } from '@veni/domain/order'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { customers, orders, priceChanges } from '../../src/db/schema.ts'
import { listSingleOrders, type SingleOrderOverview } from '../../src/orders/order-overview.ts'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const NOW = Date.now()
const PRICE = 29.44

describe.each(databaseKinds)('an odd single order on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const newCustomerId = async () => (await newCustomer(server.deps.db)).id
  /** An order as /placeorder sends it, except for `fields`. @returns its id */
  const create = async (fields: Partial<OrderCreate> = {}, customerId?: number) => {
    const { status, body } = await ravi.send<{ id: number }>('POST', '/api/orders', {
      customer_id: customerId ?? (await newCustomerId()),
      runner_id: 1,
      product_id: 'cookingset',
      quantity: 1,
      payment_method: 'hair',
      delivery_address: 'Karimnagar',
      purchase_type: 'whiteHair',
      hair_weight: '30 gms',
      cash_amount: '',
      customer_notes: '',
      visit_id: randomUUID(),
      ...fields,
    })
    expect(status).toBe(201)
    return body.id
  }
  const deliver = async (id: number, fields: Partial<OrderUpdate> = {}) => {
    const { status } = await ravi.send('PUT', `/api/orders/${id}`, {
      status: 'delivered',
      delivery_date: new Date(NOW).toISOString(),
      actual_amount: PRICE,
      payment_type: 'hair',
      ...fields,
    })
    expect(status).toBe(200)
    return id
  }
  const place = async (
    made: Partial<OrderCreate> = {},
    delivered: Partial<OrderUpdate> = {},
    customerId?: number,
  ) => deliver(await create(made, customerId), delivered)
  const listed = async (id: number): Promise<SingleOrderOverview | undefined> => {
    const found: SingleOrderOverview[] = []
    await listSingleOrders(server.deps, {}, (order) => void found.push(order))
    return found.find(({ order_id }) => order_id === id)
  }
  const flagsOf = async (id: number) =>
    (await listed(id))?.flags.map(({ kind: name, field }) => `${name}: ${field}`)

  it('is not one in which everything is as expected, also twice in one visit', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const first = await place(visit, {}, customerId)
    const second = await place(visit, {}, customerId)
    const deal = settlementBody(customerId, visit)
    expect((await ravi.send('POST', '/api/settlements', deal)).status).toBe(201)
    const third = await place(visit, {}, customerId)
    for (const id of [first, second, third]) expect(await flagsOf(id)).toEqual([])
    expect(await listed(first)).toMatchObject({ is_checked: true, actual_amount: PRICE })
  })

  it.each<[string, Partial<OrderCreate>, Partial<OrderUpdate>, string[]]>([
    [
      'a billion rupees',
      {},
      { actual_amount: 1e9 },
      ['amount-differs: actual_amount', 'large-amount: actual_amount'],
    ],
    [
      'a billion rupees in every amount',
      { product_price: 1e9, total_amount: 1e9, cash_amount: 1e9 },
      {},
      [
        'unknown-price: product_price',
        'amount-differs: total_amount',
        'large-amount: product_price',
        'large-amount: total_amount',
        'large-amount: cash_amount',
      ],
    ],
    ['a product for a paisa', {}, { actual_amount: 0.01 }, ['amount-differs: actual_amount']],
    ['an invented product', { product_id: 'goldbar' }, {}, ['unknown-product: product_id']],
    [
      'more than one customer can have',
      { quantity: 1_000_000, hair_weight: '900 kg, 900000 g' },
      { actual_amount: PRICE },
      ['amount-differs: actual_amount', 'large-quantity: quantity', 'large-quantity: hair_weight'],
    ],
    ['the year 1970', {}, { delivery_date: '1970-01-01' }, ['wrong-time: delivery_date']],
    ['the year 9999', {}, { delivery_date: '9999-12-31' }, ['wrong-time: delivery_date']],
  ])('with %s is stored, flagged and listed', async (_name, made, delivered, flags) => {
    const id = await place(made, delivered)
    expect(await flagsOf(id)).toEqual(flags)
    const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
    expect(row).toMatchObject({ status: 'delivered' })
    expect(row?.flags?.map(({ kind: name, field }) => `${name}: ${field}`)).toEqual(flags)
  })

  it('is flagged before its delivery, too', async () => {
    const id = await create({ product_id: 'goldbar' })
    expect(await listed(id)).toMatchObject({
      status: 'created',
      flags: [{ kind: 'unknown-product', field: 'product_id' }],
    })
  })

  it('with a price that a phone without network could still have is not flagged', async () => {
    const { db } = server.deps
    const at = (days: number) => new Date(NOW - days * 86_400_000)
    const change = { kind: 'product' as const, name: 'cookingset' }
    await db.insert(priceChanges).values([
      { ...change, pricePaise: 10_00, validFrom: at(900) },
      { ...change, pricePaise: 20_00, validFrom: at(40) },
      { ...change, pricePaise: 29_44, validFrom: at(2) },
    ])
    expect(await flagsOf(await place({}, { actual_amount: 20 }))).toEqual([])
    expect(await flagsOf(await place({}, { actual_amount: 10 }))).toEqual([
      'amount-differs: actual_amount',
    ])
    await db.delete(priceChanges)
  })

  it('is the second delivery of a customer, until the office opens the customer again', async () => {
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

  it("is the delivery of another runner's customer", async () => {
    const customerId = await newCustomerId()
    const id = await create({}, customerId)
    const move = { from: RAVI.phone, to: LAKSHMI.phone, ids: [customerId] }
    await moveCustomersBetween(server.deps, move)
    await deliver(id)
    expect(await flagsOf(id)).toEqual(['customer-of-another-runner: customer_id'])
  })

  it('is the order of a deal that has not arrived', async () => {
    const customerId = await newCustomerId()
    const link = { visit_id: randomUUID(), invoice_id: 'CASH-1-MISSIN' }
    const id = await place(link, link, customerId)
    expect(await flagsOf(id)).toEqual(['deal-missing: invoice_id'])
    const payment = cashPaymentBody(customerId, { ...link, order_id: id, cash_amount: PRICE })
    expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
    // The deal has flags of its own, which compare it with its order.
    expect(await listed(id)).toBeUndefined()
  })
})
