/** Items of one call that share a transaction (decision 44). */
import type { WorkResult } from '@veni/domain/api/work'
import { HAIR_PURCHASE } from '@veni/domain/order'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  cashPayments,
  customerChanges,
  idempotencyKeys,
  orders,
  recordedWork,
} from '../../src/db/schema.ts'
import { cashDeal, itemsDeal } from '../fixtures/phone-file.ts'
import { newCustomer, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { resetSent, sent } from '../setup/count-statements.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('items of one call on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  async function newDeal(customerId?: number) {
    const id = customerId ?? (await newCustomer(server.deps.db)).id
    const { entry, name } = await cashDeal(id)
    const item = { version: 1, id: entry.id, customer_id: String(id), work: entry.work }
    return { item, name, customerId: id }
  }
  const newDeals = (count: number) => Promise.all(Array.from({ length: count }, () => newDeal()))
  const send = async (deals: readonly { item: unknown }[]) => {
    const items = deals.map(({ item }) => item)
    const { body } = await ravi.send<{ results: WorkResult[] }>('POST', '/api/work', { items })
    return body.results
  }
  const outcomes = (results: readonly WorkResult[]) => results.map(({ outcome }) => outcome)

  /** What is stored of these deals: of each, its payment with its delivered order, in their order. */
  async function readStored(deals: readonly { name: string }[]) {
    const rows = await server.deps.db
      .select({ name: cashPayments.invoiceId, order: orders.invoiceId, status: orders.status })
      .from(cashPayments)
      .innerJoin(orders, eq(orders.id, cashPayments.orderId))
      .where(
        inArray(
          cashPayments.invoiceId,
          deals.map(({ name }) => name),
        ),
      )
    return new Map(rows.map((row) => [row.name, row]))
  }
  async function findKinds({ name }: { readonly name: string }) {
    const { db } = server.deps
    const [deal] = await db.select().from(cashPayments).where(eq(cashPayments.invoiceId, name))
    return deal?.flags?.map((flag) => flag.kind)
  }
  const whole = (deals: readonly { name: string }[]) =>
    new Map(deals.map(({ name }) => [name, { name, order: name, status: 'delivered' }]))

  it('need six statements each when they are ten deals', async () => {
    const deals = await newDeals(10)
    resetSent()
    expect(outcomes(await send(deals))).toEqual(Array(10).fill('recorded'))
    const needed = sent.statements
    expect(await readStored(deals)).toEqual(whole(deals))
    expect(needed).toBeGreaterThan(10)
    expect(needed).toBeLessThanOrEqual(60)
  })

  it('need at most nineteen statements when it is one deal: its prices are read once', async () => {
    const deals = await newDeals(1)
    resetSent()
    expect(outcomes(await send(deals))).toEqual(['recorded'])
    expect(sent.statements).toBeGreaterThan(10)
    expect(sent.statements).toBeLessThanOrEqual(19)
  })

  it('need three statements each when they are ten settlements', async () => {
    const deals = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { id } = await newCustomer(server.deps.db)
        const { entry } = await itemsDeal(id)
        return { item: { version: 1, id: entry.id, customer_id: String(id), work: entry.work } }
      }),
    )
    resetSent()
    expect(outcomes(await send(deals))).toEqual(Array(10).fill('recorded'))
    expect(sent.statements).toBeGreaterThan(10)
    expect(sent.statements).toBeLessThanOrEqual(30)
  })

  it('are all recorded but the refused one, of which nothing is stored', async () => {
    const deals = await newDeals(12)
    const refused = deals[3]!
    refused.item.work.order.product_id = ''
    const results = await send(deals)
    expect(results[3]).toMatchObject({ outcome: 'not-recorded', status: 400 })
    const others = deals.filter((deal) => deal !== refused)
    expect(outcomes(results.filter((_, at) => at !== 3))).toEqual(Array(11).fill('recorded'))
    expect(await readStored(deals)).toEqual(whole(others))
    const { db } = server.deps
    expect(await db.$count(orders, eq(orders.customerId, refused.customerId))).toBe(0)
    expect(await db.$count(recordedWork, eq(recordedWork.id, refused.item.id))).toBe(0)
    expect(
      await db.$count(customerChanges, eq(customerChanges.customerId, refused.customerId)),
    ).toBe(0)
  })

  it('each get the answer of their own, also as repeats beside new ones', async () => {
    const first = await newDeals(3)
    const answers = await send(first)
    const second = await newDeals(2)
    const mixed = [second[0]!, ...first, second[1]!]
    const results = await send(mixed)
    expect(results.slice(1, 4)).toEqual(answers)
    expect(await readStored(mixed)).toEqual(whole(mixed))
    const numbers = results.map((result) => 'order_id' in result && result.order_id)
    expect(new Set(numbers).size).toBe(5)
    const { db } = server.deps
    const made = await db
      .select()
      .from(orders)
      .where(inArray(orders.id, numbers as number[]))
    expect(
      mixed.map(({ name }, at) => made.find(({ id }) => id === numbers[at])?.invoiceId === name),
    ).toEqual(Array(5).fill(true))
  })

  it('are one when they have the same id, whatever its letters', async () => {
    const deal = await newDeal()
    const inCapitals = { item: { ...deal.item, id: deal.item.id.toUpperCase() } }
    const [first, second] = await send([deal, deal])
    expect(second).toEqual(first)
    expect(await send([deal, inCapitals])).toMatchObject([first, { outcome: 'not-recorded' }])
    expect(await readStored([deal])).toEqual(whole([deal]))
  })

  it('are recorded when the id of their visit has capital letters', async () => {
    const deals = await newDeals(2)
    const { payment } = deals[0]!.item.work
    payment.visit_id = payment.visit_id.toUpperCase()
    expect(outcomes(await send(deals))).toEqual(['recorded', 'recorded'])
  })

  it.each(['visit_id', 'invoice_id'] as const)(
    'are one deal and a conflict when two deals have the same %s',
    async (field) => {
      const { id } = await newCustomer(server.deps.db)
      const [first, second] = [await newDeal(id), await newDeal(id)]
      second.item.work.payment[field] = first.item.work.payment[field]
      if (field === 'invoice_id') second.item.work.order.invoice_id = first.name
      const third = await newDeal()
      const results = await send([first, second, third])
      expect(outcomes(results)).toEqual(['recorded', 'not-recorded', 'recorded'])
      expect(results[1]).toMatchObject({ status: 409, error: { code: 'conflict' } })
      const deals = [first, third]
      expect(await readStored(deals)).toEqual(whole(deals))
      expect(await server.deps.db.$count(cashPayments, eq(cashPayments.customerId, id))).toBe(1)
    },
  )

  it('can be two deals of one customer, who has one change in the history', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deals = [await newDeal(id), await newDeal(id)]
    expect(outcomes(await send(deals))).toEqual(['recorded', 'recorded'])
    expect(await readStored(deals)).toEqual(whole(deals))
    const isOfCustomer = eq(customerChanges.customerId, id)
    expect(await server.deps.db.$count(customerChanges, isOfCustomer)).toBe(1)
  })

  it('are deals that are compared with their orders as they were delivered', async () => {
    const deals = await newDeals(2)
    const [right, wrong] = [deals[0]!, deals[1]!]
    for (const { item } of deals) {
      const { order, delivered, payment } = item.work
      const { hair_value, cash_amount, payment_date } = payment
      const price = { product_price: hair_value, total_amount: hair_value, quantity: 1, items: [] }
      Object.assign(order, { ...price, product_id: HAIR_PURCHASE })
      Object.assign(delivered, { actual_amount: cash_amount, delivery_date: payment_date })
    }
    Object.assign(wrong.item.work.delivered, { actual_amount: 1 })
    expect(outcomes(await send(deals))).toEqual(['recorded', 'recorded'])
    expect(await findKinds(right)).not.toContain('order-differs')
    expect(await findKinds(wrong)).toContain('order-differs')
  })

  it('leave no key without an answer', async () => {
    await send(await newDeals(2))
    expect(await server.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.status, 0))).toBe(0)
  })

  it('are recorded one by one when one is refused at its last statement', async () => {
    const { db } = server.deps
    const deals = await newDeals(4)
    const twice = { ...(await newDeal()), name: '' }
    // Its visit has a deal of other work, which the server finds at the last statement of the item.
    twice.item.work.payment.visit_id = deals[0]!.item.work.payment.visit_id
    const results = await send([...deals, twice])
    expect(results.at(-1)).toMatchObject({ outcome: 'not-recorded', status: 409 })
    expect(await readStored(deals)).toEqual(whole(deals))
    expect(await db.$count(recordedWork, eq(recordedWork.id, twice.item.id))).toBe(0)
  })
})
