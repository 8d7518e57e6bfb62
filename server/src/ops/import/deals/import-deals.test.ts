import { makeStepKey } from '@veni/domain/work'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { cashDeal, itemsDeal, newEntry, newFile } from '../../../../test/fixtures/phone-file.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import type { Client } from '../../../../test/setup/client.ts'
import { opsWays, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import type { Db } from '../../../db/client.ts'
import {
  cashPayments,
  customers,
  orders,
  photos,
  sessions,
  settlements,
} from '../../../db/schema.ts'

describe.each(opsWays)('npm run ops -- import deals, %s', (_, kind) => {
  const server = useOps(kind)
  const { importFile } = useDealsImport(server)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  test('imports unsent deals with their photos, and a second time changes nothing', async () => {
    const { db } = server.deps
    const { file, names, payment, paid, settled } = await newWork(db)
    expect(await importFile(file)).toEqual({
      code: 0,
      printed: [
        ...names.map((name) => `${name}: added`),
        'Imported deals: 3 added, 0 already stored, 0 refused.',
      ],
      errors: [],
    })
    const stored = () => rowsOf(db, paid.id, settled.id)
    const first = await stored()
    expect(first).toMatchObject({
      orders: [{ status: 'delivered', hairPhotoUrl: payment.urls.packet }],
      payments: [{ invoiceId: payment.name, orderId: first.orders[0]?.id }],
      settlements: 1,
      photos: 3,
      // The session of this test; the import opens none.
      sessions: 1,
    })
    const isPaid = eq(customers.id, paid.id)
    expect(await db.select().from(customers).where(isPaid)).toMatchObject([{ status: 'delivered' }])
    const [, receipt] = payment.photos
    const key = { hash: receipt?.sha256 ?? '', type: 'image/jpeg' } as const
    const bytes = await server.deps.photoStore.get(key)
    expect(Buffer.from(bytes ?? []).toString('base64')).toBe(receipt?.base64)

    expect(await importFile(file)).toMatchObject({
      code: 0,
      printed: expect.arrayContaining([
        `${payment.name}: already stored`,
        'Imported deals: 0 added, 3 already stored, 0 refused.',
      ]),
    })
    expect(await stored()).toEqual(first)
  })

  test('shares its keys with the phone, whether the phone sent a call before or sends it later', async () => {
    const customer = await newCustomer(server.deps.db)
    const deal = await cashDeal(customer.id)
    const { id, work } = deal.entry
    // The phone has sent its order and received no answer.
    const send = (body: unknown, key: string, path: string, method: 'POST' | 'PUT') =>
      ravi.send<{ id: number }>(method, path, body, { 'idempotency-key': key })
    const order = await send(work.order, makeStepKey(id, 'order'), '/api/orders', 'POST')
    expect((await importFile(newFile([deal]))).printed[0]).toBe(`${deal.name}: added`)

    const path = `/api/orders/${order.body.id}`
    const payment = { ...work.payment, order_id: String(order.body.id) }
    const again = [
      await send(work.order, makeStepKey(id, 'order'), '/api/orders', 'POST'),
      await send(work.delivered, makeStepKey(id, 'delivered'), path, 'PUT'),
      await send(payment, makeStepKey(id, 'record'), '/api/cash-payments', 'POST'),
    ]
    for (const { status, headers } of again) {
      expect(status).toBeLessThan(300)
      expect(headers).toMatchObject({ 'idempotent-replayed': 'true' })
    }
    // The phone may have its photos on another host, so its own links are accepted.
    const links = { ...work.delivered, hair_photo_url: 'https://photos.example/1.jpg' }
    expect((await send(links, makeStepKey(id, 'photo-links'), path, 'PUT')).status).toBe(200)
    expect(await server.deps.db.$count(orders, eq(orders.customerId, customer.id))).toBe(1)
    expect(
      await server.deps.db.$count(cashPayments, eq(cashPayments.customerId, customer.id)),
    ).toBe(1)
  })

  test('imports a single order and the delivery of a settlement', async () => {
    const { db } = server.deps
    const ordered = await newCustomer(db)
    const settled = await newCustomer(db)
    const settlement = await itemsDeal(settled.id)
    const delivery = newEntry(settled.id, {
      kind: 'settlement-delivered',
      invoiceId: settlement.name,
    })
    const delivered = { status: 'delivered' as const }
    const order = newEntry(ordered.id, {
      kind: 'single-order',
      order: orderBody(ordered.id),
      delivered,
      customer: delivered,
    })
    expect((await importFile(newFile([settlement, delivery, order]))).printed).toEqual([
      `${settlement.name}: added`,
      `delivery of ${settlement.name}: added`,
      `order for customer ${ordered.id}: added`,
      'Imported deals: 3 added, 0 already stored, 0 refused.',
    ])
    const isOrdered = eq(orders.customerId, ordered.id)
    expect(await db.select().from(orders).where(isOrdered)).toMatchObject([delivered])
    const isSettled = eq(settlements.invoiceId, settlement.name)
    expect(await db.select().from(settlements).where(isSettled)).toMatchObject([delivered])
    const isOneOfBoth = inArray(customers.id, [ordered.id, settled.id])
    expect(await db.select().from(customers).where(isOneOfBoth)).toMatchObject([
      delivered,
      delivered,
    ])
  })
})

/** The stored rows of a cash payment and of a settlement. */
async function rowsOf(db: Db, paidId: number, settledId: number) {
  return {
    orders: await db.select().from(orders).where(eq(orders.customerId, paidId)),
    payments: await db.select().from(cashPayments).where(eq(cashPayments.customerId, paidId)),
    settlements: await db.$count(settlements, eq(settlements.customerId, settledId)),
    photos: await db.$count(photos, eq(photos.runnerId, RAVI.id)),
    sessions: await db.$count(sessions),
  }
}

/** A file with a cash payment, a settlement and a hold, the newest entry before the oldest. */
async function newWork(db: Db) {
  const [paid, settled, held] = [
    await newCustomer(db),
    await newCustomer(db),
    await newCustomer(db),
  ]
  const payment = await cashDeal(paid.id)
  const settlement = await itemsDeal(settled.id)
  const status = newEntry(held.id, {
    kind: 'customer-update',
    body: { status: 'hold', notes: 'Comes back on Monday' },
  })
  const file = newFile([settlement, status, payment])
  // The oldest entry comes first, in whatever order the file has them.
  const names = [payment.name, settlement.name, `status of customer ${held.id}`]
  return { file, names, payment, paid, settled }
}
