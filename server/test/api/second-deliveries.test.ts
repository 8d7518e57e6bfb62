import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { orders, products } from '../../src/db/schema.ts'
import { RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import { othersOf, pay, RAVI_SEEN, settle } from '../fixtures/second-deliveries.ts'
import { createOrder, deliverOrder, hairPurchase, orderCalls } from '../fixtures/single-orders.ts'
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
  it('is not a deal or a single order of another product in the same visit', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const of = (product_id: string) => ({ ...visit, product_id })
    const first = await place(visit, {}, customerId)
    const second = await place(of('handbag'), {}, customerId)
    const link = { ...visit, invoice_id: 'CASH-1-HONEST' }
    const ordered = await place({ ...hairPurchase, ...link }, { actual_amount: 350 }, customerId)
    await pay(ravi, customerId, { ...link, order_id: ordered, cash_amount: 350 })
    // The phone sends a single order that was held after the deal.
    const third = await place(of('ricecooker'), {}, customerId)
    for (const id of [first, second, third]) expect(await flagsOf(id)).toEqual([])
    expect(Object.values(await othersOf(server, customerId))).toEqual([[], [], [], []])
  })

  it('is the same product in one visit again, and each order names the others', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const [one, two, three] = [
      await place(visit, {}, customerId),
      await place(visit, {}, customerId),
      await place(visit, {}, customerId),
    ]
    for (const id of [one, two, three])
      expect(await flagsOf(id)).toEqual(['settled-again: customer_id'])
    expect((await othersOf(server, customerId))[`order ${one}`]).toEqual([
      `order ${two} of ${RAVI_SEEN}`,
      `order ${three} of ${RAVI_SEEN}`,
    ])
  })

  it('is not hidden behind many orders of other products in the visit', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const first = await place({ ...visit, product_id: 'handbag' }, {}, customerId)
    const { db } = server.deps
    const [order] = await db.select().from(orders).where(eq(orders.id, first))
    if (!order) throw new Error('no order')
    const { id: _, ...columns } = order
    await db
      .insert(orders)
      .values(Array.from({ length: 250 }, (_, at) => ({ ...columns, productId: `invented ${at}` })))
    const paid = [await place(visit, {}, customerId), await place(visit, {}, customerId)]
    for (const id of paid) expect(await flagsOf(id)).toContain('settled-again: customer_id')
  })

  it('is the order or the deal of another invoice in one visit', async () => {
    const customerId = await newCustomerId()
    const visit = { visit_id: randomUUID() }
    const link = (invoice_id: string) => ({ ...visit, invoice_id })
    const first = await place(link('CASH-1-FIRSTT'), {}, customerId)
    const second = await place(link('CASH-1-SECOND'), {}, customerId)
    for (const id of [first, second])
      expect(await flagsOf(id)).toEqual(['settled-again: customer_id', 'deal-missing: invoice_id'])
    const deal = await settle(ravi, customerId, visit)
    expect((await othersOf(server, customerId))[deal]).toHaveLength(2)
  })

  it('is a deal and a single order of another visit, whichever comes first', async () => {
    const customerId = await newCustomerId()
    const before = await place({}, {}, customerId)
    const deal = await settle(ravi, customerId)
    // An older app names no visit.
    const after = await place({ visit_id: undefined }, {}, customerId)
    const others = await othersOf(server, customerId)
    const seen = [deal, `order ${before}`, `order ${after}`]
    for (const id of seen)
      expect(others[id]?.toSorted()).toEqual(
        seen
          .filter((other) => other !== id)
          .map((other) => `${other} of ${RAVI_SEEN}`)
          .toSorted(),
      )
  })

  it('is not an order that is not delivered, but that order names the deal before it', async () => {
    const customerId = await newCustomerId()
    const early = await createOrder(ravi, customerId)
    const deal = await pay(ravi, customerId)
    const late = await createOrder(ravi, customerId)
    expect(await othersOf(server, customerId)).toEqual({
      [deal]: [],
      [`order ${early}`]: [],
      [`order ${late}`]: [`${deal} of ${RAVI_SEEN}`],
    })
    await deliverOrder(ravi, early)
    expect((await othersOf(server, customerId))[deal]).toEqual([`order ${early} of ${RAVI_SEEN}`])
  })
})
