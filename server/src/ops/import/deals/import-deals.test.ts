import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stepKey } from '@veni/domain/work'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../../test/setup/ops.ts'
import { cashDeal, itemsDeal, newEntry, newFile } from '../../../../test/fixtures/phone-file.ts'
import {
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  storeRunners,
} from '../../../../test/fixtures/records.ts'
import {
  cashPayments,
  customers,
  photos,
  orders,
  sessions,
  settlements,
} from '../../../db/schema.ts'

describe.each(opsWays)('npm run ops -- import deals, %s', (_, kind) => {
  const server = useOps(kind)
  let ravi: Client
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'veni-deals-file-'))
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  afterAll(() => rm(folder, { recursive: true }))

  const importText = async (text: string) => {
    await writeFile(join(folder, 'veni-deals.json'), text)
    return runOps(folder, server.env, ['import', 'deals', 'veni-deals.json'])
  }
  const importFile = (file: object) => importText(JSON.stringify(file))

  test('imports unsent deals with their photos, and a second time changes nothing', async () => {
    const [paid, settled, held] = [
      await newCustomer(server.deps.db),
      await newCustomer(server.deps.db),
      await newCustomer(server.deps.db),
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

    expect(await importFile(file)).toEqual({
      code: 0,
      printed: [
        ...names.map((name) => `${name}: added`),
        'Imported deals: 3 added, 0 already stored, 0 refused.',
      ],
      errors: [],
    })
    const stored = async () => ({
      orders: await server.deps.db.select().from(orders).where(eq(orders.customerId, paid.id)),
      payments: await server.deps.db
        .select()
        .from(cashPayments)
        .where(eq(cashPayments.customerId, paid.id)),
      settlements: await server.deps.db.$count(settlements, eq(settlements.customerId, settled.id)),
      photos: await server.deps.db.$count(photos, eq(photos.runnerId, RAVI.id)),
      sessions: await server.deps.db.$count(sessions),
    })
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
    expect(await server.deps.db.select().from(customers).where(isPaid)).toMatchObject([
      { status: 'delivered' },
    ])
    const photo = await server.app.inject({
      url: payment.urls.receipt,
      headers: { cookie: ravi.cookie },
    })
    expect(photo.rawPayload.toString('base64')).toBe(payment.photos[1]?.base64)

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
    const order = await send(work.order, stepKey(id, 'order'), '/api/orders', 'POST')
    expect((await importFile(newFile([deal]))).printed[0]).toBe(`${deal.name}: added`)

    const path = `/api/orders/${order.body.id}`
    const payment = { ...work.payment, order_id: String(order.body.id) }
    const again = [
      await send(work.order, stepKey(id, 'order'), '/api/orders', 'POST'),
      await send(work.delivered, stepKey(id, 'delivered'), path, 'PUT'),
      await send(payment, stepKey(id, 'record'), '/api/cash-payments', 'POST'),
    ]
    for (const { status, headers } of again) {
      expect(status).toBeLessThan(300)
      expect(headers).toMatchObject({ 'idempotent-replayed': 'true' })
    }
    // The phone may have its photos on another host, so its own links are accepted.
    const links = { ...work.delivered, hair_photo_url: 'https://photos.example/1.jpg' }
    expect((await send(links, stepKey(id, 'photo-links'), path, 'PUT')).status).toBe(200)
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

  test('refuses a whole entry with the reason, and imports the otlakshmiCustomer', async () => {
    const lakshmiCustomer = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    const [broken, changed, good] = [
      await newCustomer(server.deps.db),
      await newCustomer(server.deps.db),
      await newCustomer(server.deps.db),
    ]
    const notOwn = await itemsDeal(lakshmiCustomer.id)
    const damaged = await itemsDeal(broken.id)
    const photo = await cashDeal(changed.id)
    const [packet, receipt] = photo.photos
    const badPhoto = { ...photo, photos: [packet!, { ...receipt!, base64: packet!.base64 }] }
    const other = await itemsDeal(good.id)
    const asAnotlakshmiCustomer = { ...other.entry, owner: LAKSHMI.phone }
    const taken = await itemsDeal(good.id)
    const second = await itemsDeal(good.id)
    second.entry.work.settlement.visit_id = taken.entry.work.settlement.visit_id
    const lost = await itemsDeal(good.id)
    const file = newFile([notOwn, badPhoto, taken, second, { ...lost, photos: [] }])
    const work = { ...damaged.entry.work, settlement: { invoice_id: damaged.name } }
    file.entries.push({ ...damaged.entry, work }, asAnotlakshmiCustomer, 7, {
      ...taken.entry,
      state: 'held',
    })

    const { code, printed, errors } = await importFile(file)
    expect(code).toBe(1)
    expect(printed).toEqual([
      `${taken.name}: added`,
      `${lost.name}: added, 1 of its photos is not in the file`,
      'Imported deals: 2 added, 0 already stored, 7 refused.',
    ])
    expect(errors.toSorted()).toEqual(
      [
        `${notOwn.name}: refused, The record does not exist, or it belongs to another runner.`,
        `${badPhoto.name}: refused, Its receipt photo is damaged in the file.`,
        `${second.name}: refused, This visit has another deal already. (visit_id has another deal already)`,
        `${damaged.name}: refused, it is damaged: work.settlement is not as expected`,
        `${other.name}: refused, it belongs to another runner`,
        'entry 1: refused, it is damaged: entry is not as expected',
        `${taken.name}: refused, the runner has not confirmed it`,
      ].toSorted(),
    )
    // Nothing of a cash payment with a refused photo is stored, not even its order.
    expect(await server.deps.db.$count(orders, eq(orders.customerId, changed.id))).toBe(0)
    expect(await server.deps.db.$count(cashPayments, eq(cashPayments.customerId, changed.id))).toBe(
      0,
    )
    expect(await server.deps.db.$count(sessions)).toBe(1)
  })

  test.each<[string, string, string]>([
    ['an empty file', '', 'The file is empty.'],
    ['a picture', '\u00FF\u00D8\u00FF', 'This is not a file of unsent deals from the app.'],
    ['other JSON', '{"orders":[]}', 'This is not a file of unsent deals from the app.'],
    [
      'a file that was cut off',
      JSON.stringify(newFile([])).slice(0, -1),
      'The file is cut off or damaged; export it from the phone again.',
    ],
    [
      'a file of a newer app',
      JSON.stringify({ ...newFile([]), version: 2 }),
      'This file is of version 2, and this server reads version 1. Update the server.',
    ],
    [
      'a file without its entries',
      JSON.stringify({ ...newFile([]), entries: undefined }),
      'The file is damaged: its entries is not as the app writes it.',
    ],
  ])('refuses %s in one sentence', async (__, text, sentence) => {
    expect(await importText(text)).toEqual({ code: 1, printed: [], errors: [sentence] })
  })

  test('refuses a folder in one sentence', async () => {
    expect(await runOps(folder, server.env, ['import', 'deals', '.'])).toMatchObject({
      code: 1,
      errors: [`${folder} is a folder, not a file of deals.`],
    })
  })
})
