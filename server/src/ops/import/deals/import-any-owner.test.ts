import { makeStepKey } from '@veni/domain/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { cashDeal, itemsDeal, newEntry, newFile } from '../../../../test/fixtures/phone-file.ts'
import {
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  storeRunners,
} from '../../../../test/fixtures/records.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { cashPayments, customers, orders, runners, settlements } from '../../../db/schema.ts'

/** The number with which Mohan began, before the office knew it. In demo mode it is runner 1's. */
const MOHAN = '9848022341'

const asOf = <TDeal extends { entry: object }>(owner: string, deal: TDeal) => ({
  ...deal,
  entry: { ...deal.entry, owner },
})

describe.each(opsWays)('import deals takes any export of a runner, %s', (_, kind) => {
  const server = useOps(kind)
  const { importFile } = useDealsImport(server)
  beforeAll(() => storeRunners(server.deps.db))

  const fileOf = (owner: string, deals: Parameters<typeof newFile>[0]) => ({
    ...newFile(deals.map((deal) => asOf(owner, deal))),
    owner,
  })
  const addMohan = async (phone: string) => {
    await runOps('.', server.env, ['runners', 'add', phone, 'Mohan Rao'])
    const { db } = server.deps
    const [mohan] = await db.select().from(runners).where(eq(runners.phone, phone))
    return mohan!.id
  }

  test('also with a customer whom the runner never had: the deal counts for the runner and is flagged', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db, { runnerId: LAKSHMI.id })
    const [paid, settled] = [await cashDeal(customer.id), await itemsDeal(customer.id)]
    const status = newEntry(customer.id, { kind: 'customer-update', body: { status: 'hold' } })
    const { code, printed } = await importFile(fileOf(RAVI.phone, [paid, settled, status]))
    expect(printed).toEqual([
      `${paid.name}: added, customer ${customer.id} is now of Lakshmi Devi, who keeps it`,
      `${settled.name}: added, customer ${customer.id} is now of Lakshmi Devi, who keeps it`,
      `status of customer ${customer.id}: added, customer ${customer.id} is now of Lakshmi Devi, so the status is not changed`,
      'Imported deals: 3 added, 0 already stored, 0 refused.',
    ])
    expect(code).toBe(0)
    const flags = [{ kind: 'customer-of-another-runner', field: 'customer_id' }]
    for (const table of [cashPayments, settlements])
      expect(await db.select().from(table).where(eq(table.customerId, customer.id))).toMatchObject([
        { runnerId: RAVI.id, flags: expect.arrayContaining(flags) as unknown },
      ])
    expect(await db.select().from(customers).where(eq(customers.id, customer.id))).toMatchObject([
      { runnerId: LAKSHMI.id, status: 'assigned' },
    ])
  })

  test('a deal of which an unknown number sent the order is mended, and the phone gets its answer', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const deal = asOf(MOHAN, await cashDeal(customer.id))
    const { id, work } = deal.entry
    // The office does not know the number: runner 1 gets the order and its delivery, and the record is refused.
    const unknown = await server.signIn(MOHAN)
    const send = (body: unknown, step: 'order' | 'delivered', path: string) =>
      unknown.send<{ id: number }>(step === 'order' ? 'POST' : 'PUT', path, body, {
        'idempotency-key': makeStepKey(id, step),
      })
    const order = await send(work.order, 'order', '/api/orders')
    await send(work.delivered, 'delivered', `/api/orders/${order.body.id}`)

    const mohanId = await addMohan(MOHAN)
    await runOps('.', server.env, [
      'runners',
      'move-customers',
      RAVI.phone,
      MOHAN,
      `${customer.id}`,
    ])
    const mohan = await server.signIn(MOHAN)
    const again = () =>
      mohan.send<{ results: { outcome: string }[] }>('POST', '/api/work', {
        items: [{ version: 1, id, customer_id: String(customer.id), work }],
      })
    expect((await again()).body.results).toMatchObject([{ outcome: 'not-recorded' }])

    expect((await importFile(fileOf(MOHAN, [deal]))).printed[0]).toBe(
      `${deal.name}: added, its order ${order.body.id} counted for Ravi Kumar before`,
    )
    const found = { runnerId: mohanId, invoiceId: deal.name }
    const ofCustomer = async () => ({
      orders: await db.select().from(orders).where(eq(orders.customerId, customer.id)),
      payments: await db
        .select()
        .from(cashPayments)
        .where(eq(cashPayments.customerId, customer.id)),
    })
    const stored = await ofCustomer()
    expect(stored).toMatchObject({
      orders: [{ ...found, id: order.body.id, status: 'delivered' }],
      payments: [{ ...found, orderId: order.body.id }],
    })
    expect((await again()).body.results).toMatchObject([{ outcome: 'recorded' }])
    expect(await ofCustomer()).toEqual(stored)
  })

  test('what the server has stored for another runner stays theirs, and nothing is stored twice', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const phone = '9848022342'
    const deal = await cashDeal(customer.id)
    const order = newEntry(customer.id, {
      kind: 'single-order',
      order: orderBody(customer.id),
      delivered: { status: 'delivered' },
      customer: { status: 'delivered' },
    })
    // An older app sent the order by a call of its own.
    const ravi = await server.signIn(RAVI.phone)
    const key = { 'idempotency-key': makeStepKey(order.entry.id, 'order') }
    await ravi.send('POST', '/api/orders', order.entry.work.order, key)
    await importFile(fileOf(RAVI.phone, [deal]))
    await addMohan(phone)
    const { code, printed } = await importFile(fileOf(phone, [deal, order]))
    expect(code).toBe(0)
    expect(printed).toEqual([
      `${deal.name}: already stored, it counts for Ravi Kumar, as it was stored before`,
      `order for customer ${customer.id}: added, it counts for Ravi Kumar, as it was stored before`,
      'Imported deals: 1 added, 1 already stored, 0 refused.',
    ])
    expect(await db.$count(cashPayments, eq(cashPayments.customerId, customer.id))).toBe(1)
    // The order of the deal, and the single order.
    expect(await db.$count(orders, eq(orders.customerId, customer.id))).toBe(2)
  })

  test('a file does not deliver the settlement of another runner: its runner is named for that', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db, { runnerId: LAKSHMI.id })
    const settled = asOf(LAKSHMI.phone, await itemsDeal(customer.id))
    expect((await importFile(fileOf(LAKSHMI.phone, [settled]))).code).toBe(0)
    const delivery = newEntry(customer.id, {
      kind: 'settlement-delivered',
      invoiceId: settled.name,
    })
    const statuses = async () => [
      ...(await db.select().from(settlements).where(eq(settlements.invoiceId, settled.name))),
      ...(await db.select().from(customers).where(eq(customers.id, customer.id))),
    ]
    const before = await statuses()
    const file = fileOf(RAVI.phone, [delivery])
    expect(await importFile(file)).toMatchObject({
      code: 1,
      errors: [
        `delivery of ${settled.name}: refused, The record does not exist, or it belongs to another runner.`,
      ],
    })
    expect(await statuses()).toEqual(before)
    expect((await importFile(file, '--for', LAKSHMI.phone)).printed[0]).toBe(
      `delivery of ${settled.name}: added`,
    )
    expect((await statuses()).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
    expect((await importFile(file)).printed[0]).toBe(
      `delivery of ${settled.name}: already stored, it counts for Lakshmi Devi, as it was stored before`,
    )
  })

  test('--for says who made the deals of a file with a mistyped number', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db, { runnerId: LAKSHMI.id })
    const deal = await itemsDeal(customer.id)
    const file = fileOf('9000000020', [deal])
    expect(await importFile(file, '--for', '98480 22399')).toMatchObject({
      code: 1,
      printed: [],
      errors: [expect.stringContaining('No runner has the phone 9848022399')],
    })
    expect((await importFile(file, '--for', '+91 90000 00002')).printed).toEqual([
      `${deal.name}: added`,
      'Imported deals: 1 added, 0 already stored, 0 refused.',
      'The file has the phone 9000000020; its deals count for Lakshmi Devi 9000000002.',
    ])
    expect(
      await db.select().from(settlements).where(eq(settlements.customerId, customer.id)),
    ).toMatchObject([
      {
        runnerId: LAKSHMI.id,
        flags: expect.not.arrayContaining([
          { kind: 'customer-of-another-runner', field: 'customer_id' },
        ]) as unknown,
      },
    ])
  })
})
