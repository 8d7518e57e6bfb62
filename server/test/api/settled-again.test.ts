import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { recordOfficeChanges } from '../../src/customers/service.ts'
import { makeSecondDeliveriesQuery } from '../../src/customers/second-deliveries-store.ts'
import { selectRows } from '../../src/db/client.ts'
import { cashPayments, customerChanges, customers, settlements } from '../../src/db/schema.ts'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import { cashPaymentBody, LAKSHMI, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import { LAKSHMI_SEEN, othersOf, pay, RAVI_SEEN, settle } from '../fixtures/second-deliveries.ts'
import { hairPurchase, orderCalls } from '../fixtures/single-orders.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { listLockWaits } from '../setup/lock-waits.ts'
import { useServer } from '../setup/server.ts'

vi.mock('../../src/db/answer-limits.ts', async (load) =>
  (await import('../setup/long-lock-limit.ts')).withLongLockLimit(load),
)

const DAY_MS = 86_400_000

describe.each(databaseKinds)('a second deal of a customer on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  const { newCustomerId, place } = orderCalls(server, () => ravi)
  /** The server received the deal so many days ago. */
  const receive = async (days: number, ...invoiceIds: string[]) => {
    const createdAt = new Date(Date.now() - days * DAY_MS)
    for (const table of [cashPayments, settlements])
      await server.deps.db
        .update(table)
        .set({ createdAt })
        .where(inArray(table.invoiceId, invoiceIds))
  }
  /** The office sets the status back: a new round of collecting. */
  const open = (customerId: number) =>
    server.deps.db.transaction(async (tx) => {
      await tx.update(customers).set({ status: 'assigned' }).where(eq(customers.id, customerId))
      await recordOfficeChanges(tx, [customerId])
    })
  const setStatus = async (customerId: number, status: string) => {
    const change = { status, runner_id: RAVI.id }
    expect((await ravi.send('PUT', `/api/customers/${customerId}`, change)).status).toBe(200)
  }

  it('is the deal of another runner to whom the office moved the customer, and both name each other', async () => {
    const customerId = await newCustomerId()
    const first = await pay(ravi, customerId)
    expect(await othersOf(server, customerId)).toEqual({ [first]: [] })
    await setStatus(customerId, 'delivered')
    await setStatus(customerId, 'pending')
    const move = { from: RAVI.phone, to: LAKSHMI.phone, ids: [customerId] }
    await moveCustomersBetween(server.deps, move)
    const second = await pay(lakshmi, customerId)
    expect(await othersOf(server, customerId)).toEqual({
      [first]: [`${second} of ${LAKSHMI_SEEN}`],
      [second]: [`${first} of ${RAVI_SEEN}`],
    })
    // A runner cannot open the customer for another deal, and a former runner's deal counts as well.
    const third = await settle(ravi, customerId)
    expect((await othersOf(server, customerId))[first]).toEqual(
      expect.arrayContaining([`${second} of ${LAKSHMI_SEEN}`, `${third} of ${RAVI_SEEN}`]),
    )
  })

  it('is the deal whose order is delivered and whose record comes after the office opened the customer', async () => {
    const customerId = await newCustomerId()
    const link = { visit_id: randomUUID(), invoice_id: 'CASH-1-LATEST' }
    const order_id = await place({ ...hairPurchase, ...link }, { actual_amount: 350 }, customerId)
    const other = await pay(ravi, customerId)
    await open(customerId)
    const late = await pay(ravi, customerId, { ...link, order_id, cash_amount: 350 })
    expect(await othersOf(server, customerId)).toEqual({
      [other]: [`${late} of ${RAVI_SEEN}`],
      [late]: [`${other} of ${RAVI_SEEN}`],
    })
  })

  it('is none after the office opened the customer again, and one in the new round', async () => {
    const customerId = await newCustomerId()
    const first = await pay(ravi, customerId)
    await open(customerId)
    const second = await settle(ravi, customerId)
    expect(await othersOf(server, customerId)).toEqual({ [first]: [], [second]: [] })
    const third = await pay(ravi, customerId)
    expect(await othersOf(server, customerId)).toEqual({
      [first]: [],
      [second]: [`${third} of ${RAVI_SEEN}`],
      [third]: [`${second} of ${RAVI_SEEN}`],
    })
  })

  it('is none when the server received them 31 days apart, whatever the clocks of the phones', async () => {
    const customerId = await newCustomerId()
    const times = { payment_date: '2026-11-21T04:00:00.000Z' }
    const first = await pay(ravi, customerId, times)
    const second = await pay(ravi, customerId, times)
    await receive(31, first)
    expect(await othersOf(server, customerId)).toEqual({ [first]: [], [second]: [] })
    expect((await othersOf(server, customerId, 32))[first]).toEqual([`${second} of ${RAVI_SEEN}`])
    await receive(29, first)
    expect(await othersOf(server, customerId)).toEqual({
      [first]: [`${second} of ${RAVI_SEEN}`],
      [second]: [`${first} of ${RAVI_SEEN}`],
    })
    const years = await pay(ravi, customerId, { payment_date: '2019-01-01T04:00:00.000Z' })
    expect((await othersOf(server, customerId))[years]).toHaveLength(2)
  })

  it('is not the same deal that is sent twice', async () => {
    const customerId = await newCustomerId()
    const body = cashPaymentBody(customerId)
    for (const _ of [1, 2])
      expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    expect(await othersOf(server, customerId)).toEqual({ [body.invoice_id]: [] })
  })

  it('replaces the flag that an older release stored with the later deal', async () => {
    const customerId = await newCustomerId()
    const deal = await pay(ravi, customerId)
    const stored = JSON.stringify([{ kind: 'settled-again', field: 'customer_id' }])
    await server.deps.db
      .update(cashPayments)
      .set({ flags: sql`${stored}::jsonb` })
      .where(eq(cashPayments.invoiceId, deal))
    expect(await othersOf(server, customerId)).toEqual({ [deal]: [] })
  })

  it('has at most ten others, and is found through indexes, so that the number of deals does not matter', async () => {
    const customerId = await newCustomerId()
    const deals: string[] = []
    for (let made = 0; made < 12; made += 1) deals.push(await pay(ravi, customerId))
    const others = await othersOf(server, customerId)
    for (const deal of deals) expect(others[deal]).toHaveLength(10)
    const plan = await server.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const query = makeSecondDeliveriesQuery({ invoiceIds: deals, orderIds: [1] }, 30)
      return JSON.stringify(await selectRows(tx, sql`explain ${query}`))
    })
    for (const index of [
      'settlements_by_customer',
      'cash_payments_by_customer',
      'orders_delivered_to_customer',
      'customer_changes_by_customer',
      'customer_changes_by_office',
    ])
      expect(plan).toContain(index)
  })
})

describe('two runners who settle the same customer at the same moment on postgres', () => {
  const server = useServer('postgres')

  it('have both deals stored, and each names the other', async () => {
    const { db } = server.deps
    await storeRunners(db)
    await storePrices(db)
    const clients = [await server.signIn(RAVI.phone), await server.signIn(LAKSHMI.phone)]
    const [customer] = await db
      .insert(customers)
      .values({ memberName: 'Anjali Reddy', status: 'interested' })
      .returning()
    const { id } = customer!
    await db.insert(customerChanges).values({ customerId: id, status: 'interested' })
    const bodies = [cashPaymentBody(id), cashPaymentBody(id)]
    let sent: Promise<{ status: number }[]> | undefined
    // Both transactions are open and wait for the customer before either can write.
    await db.transaction(async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, id)).for('update')
      sent = Promise.all(
        clients.map((client, at) => client.send('POST', '/api/cash-payments', bodies[at])),
      )
      await expect.poll(() => listLockWaits(db)).toHaveLength(2)
    })
    expect((await sent!).map(({ status }) => status)).toEqual([201, 201])
    const [first, second] = bodies.map(({ invoice_id }) => invoice_id) as [string, string]
    expect(await othersOf(server, id)).toEqual({
      [first]: [`${second} of ${LAKSHMI_SEEN}`],
      [second]: [`${first} of ${RAVI_SEEN}`],
    })
  })
})
