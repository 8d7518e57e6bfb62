import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { WorkResult } from '@veni/domain/api/work'
import { makeStepKey } from '@veni/domain/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashPayments, customers, orders, recordedWork, settlements } from '../../src/db/schema.ts'
import { transactIn } from '../../src/db/transact.ts'
import { recordItems } from '../../src/work/receive-items.ts'
import { cashDeal, itemsDeal, newEntry } from '../fixtures/phone-file.ts'
import {
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

type Entry = ReturnType<typeof newEntry>['entry']

const toItem = ({ id, customerId, work }: Pick<Entry, 'id' | 'customerId' | 'work'>) => ({
  version: 1,
  id,
  customer_id: customerId,
  work,
})

const recordedAs = (orderId: number | undefined) => ({
  outcome: 'recorded',
  hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  order_id: orderId,
})

const singleOrder = (customerId: number) =>
  newEntry(customerId, {
    kind: 'single-order',
    order: orderBody(customerId, { visit_id: randomUUID() }),
    delivered: { status: 'delivered', actual_amount: 1206.44 },
    customer: { status: 'delivered' },
  }).entry

describe.each(databaseKinds)('whole work on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  let lakshmi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })

  const send = (client: Client, ...items: unknown[]) =>
    client.send<{ results: WorkResult[] }>('POST', '/api/work', { items })
  const rowsOf = async (customerId: number) => {
    const { db } = server.deps
    return {
      customer: await db.select().from(customers).where(eq(customers.id, customerId)),
      orders: await db.select().from(orders).where(eq(orders.customerId, customerId)),
      payments: await db.select().from(cashPayments).where(eq(cashPayments.customerId, customerId)),
      settlements: await db
        .select()
        .from(settlements)
        .where(eq(settlements.customerId, customerId)),
    }
  }

  it('of a cash payment is recorded in one call, and a repeat gets the same answer', async () => {
    const { id } = await newCustomer(server.deps.db)
    const { entry, name } = await cashDeal(id)
    const first = await send(ravi, toItem(entry))
    const stored = await rowsOf(id)
    expect(stored).toMatchObject({
      customer: [{ status: 'delivered' }],
      orders: [{ status: 'delivered', invoiceId: name }],
      payments: [{ invoiceId: name, orderId: stored.orders[0]?.id }],
    })
    expect(first).toMatchObject({
      status: 200,
      body: { results: [{ outcome: 'recorded', order_id: stored.orders[0]?.id }] },
    })
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    const again = await send(ravi, toItem(entry))
    expect(again.body).toEqual(first.body)
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect(await rowsOf(id)).toEqual(stored)
  })

  it('of every other kind is recorded', async () => {
    const { id } = await newCustomer(server.deps.db)
    const settled = await itemsDeal(id)
    const delivery = { kind: 'settlement-delivered' as const, invoiceId: settled.name }
    const update = { kind: 'customer-update' as const, body: { status: 'hold', notes: 'Later' } }
    const items = [
      settled.entry,
      newEntry(id, delivery, randomUUID()).entry,
      newEntry(id, update, randomUUID()).entry,
    ]
    const { body } = await send(ravi, ...items.map(toItem))
    expect(body.results.map(({ outcome }) => outcome)).toEqual(Array(3).fill('recorded'))
    expect(await rowsOf(id)).toMatchObject({
      customer: [{ status: 'hold', comments: 'Later' }],
      settlements: [{ status: 'delivered' }],
    })
    const other = await newCustomer(server.deps.db)
    const ordered = await send(ravi, toItem(singleOrder(other.id)))
    const { orders: made } = await rowsOf(other.id)
    expect(ordered.body.results).toEqual([recordedAs(made[0]?.id)])
    expect(made).toMatchObject([{ status: 'delivered' }])
  })

  it('is never recorded by half', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const { entry } = await cashDeal(id)
    const other = settlementBody((await newCustomer(db)).id, { visit_id: entry.visitId })
    await ravi.send('POST', '/api/settlements', other)
    const { body } = await send(ravi, toItem(entry))
    expect(body.results).toMatchObject([
      {
        outcome: 'not-recorded',
        status: 409,
        error: { code: 'conflict', fields: [{ path: 'visit_id' }] },
      },
    ])
    expect(await rowsOf(id)).toMatchObject({ customer: [{ status: 'assigned' }], orders: [] })
    expect(await db.$count(recordedWork, eq(recordedWork.id, entry.id))).toBe(0)
  })

  it('that is refused holds up no other work of the call', async () => {
    const { db } = server.deps
    const own = await newCustomer(db)
    const strange = await newCustomer(db, { runnerId: LAKSHMI.id })
    const deals = [await cashDeal(strange.id), await cashDeal(own.id)]
    const [refused, good] = deals.map(({ entry }) => toItem(entry))
    const { body } = await send(ravi, refused, { id: 7 }, good)
    expect(body.results).toMatchObject([
      { outcome: 'not-recorded', status: 404, error: { code: 'not-found' } },
      { outcome: 'not-recorded', status: 400, error: { code: 'bad-request' } },
      { outcome: 'recorded' },
    ])
    expect((await rowsOf(own.id)).payments).toHaveLength(1)
    expect((await rowsOf(strange.id)).orders).toEqual([])
  })

  it('lets other calls run between any two items, also those that it refuses at once', async () => {
    let turns = 0
    let isRunning = true
    const counting = (async () => {
      for (; isRunning; turns += 1) await turn()
    })()
    const items = Array.from({ length: 50 }, () => ({ id: 7 }))
    const seen: number[] = []
    const takeTurn = async <T>(work: () => Promise<T>) => {
      seen.push(turns)
      return work()
    }
    const call = { runnerId: RAVI.id, transact: transactIn(server.deps.db), takeTurn }
    const { results } = await recordItems(server.deps, call, items)
    isRunning = false
    await counting
    expect(results).toHaveLength(50)
    expect(new Set(seen).size).toBe(50)
  })

  it('is refused when one record has more than 64 KB', async () => {
    const { id } = await newCustomer(server.deps.db)
    const { entry } = await itemsDeal(id)
    const named = { id: '1', productId: 'cookingset', name: 'n'.repeat(150) }
    const item = { ...named, price: 1, quantity: 1, image: '', description: '' }
    const settlement = { ...settlementBody(id), items: Array(400).fill(item) }
    const sent = { ...toItem(entry), work: { kind: 'settlement', settlement, photos: [] } }
    expect((await send(ravi, sent)).body.results).toMatchObject([
      { outcome: 'not-recorded', status: 413, error: { code: 'too-large' } },
    ])
  })

  it('is refused under the id of other work, also of another runner', async () => {
    const { db } = server.deps
    const [first, second] = [await newCustomer(db), await newCustomer(db, { runnerId: LAKSHMI.id })]
    const { entry } = await cashDeal(first.id)
    await send(ravi, toItem(entry))
    const other = { ...toItem((await cashDeal(first.id)).entry), id: entry.id }
    const foreign = { ...toItem((await cashDeal(second.id)).entry), id: entry.id }
    const copied = toItem(entry)
    const mismatch = [{ status: 422, error: { code: 'idempotency-mismatch' } }]
    expect((await send(ravi, other)).body.results).toMatchObject(mismatch)
    expect((await send(lakshmi, foreign)).body.results).toMatchObject(mismatch)
    expect((await send(lakshmi, copied)).body.results).toMatchObject(mismatch)
    expect((await rowsOf(first.id)).payments).toHaveLength(1)
    expect((await rowsOf(second.id)).payments).toEqual([])
  })

  it('has one effect for any number of duplicates at once', async () => {
    const { id } = await newCustomer(server.deps.db)
    const item = toItem(singleOrder(id))
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(ravi, item)))
    const { orders: made } = await rowsOf(id)
    expect(made).toHaveLength(1)
    const results = answers.flatMap(({ body }) => body.results)
    expect(results).toEqual(Array(12).fill(recordedAs(made[0]?.id)))
  })

  it('adds nothing to what an older app has sent by single calls, and they add nothing to it', async () => {
    const before = await newCustomer(server.deps.db)
    const after = await newCustomer(server.deps.db)
    const sendOrder = ({ id, work }: Pick<Entry, 'id' | 'work'>) =>
      ravi.send<{ id: number }>('POST', '/api/orders', 'order' in work && work.order, {
        'idempotency-key': makeStepKey(id, 'order'),
      })
    const halfSent = singleOrder(before.id)
    const { body: made } = await sendOrder(halfSent)
    const { body } = await send(ravi, toItem(halfSent))
    expect(body.results).toEqual([recordedAs(made.id)])
    expect((await rowsOf(before.id)).orders).toMatchObject([{ status: 'delivered' }])

    const sent = singleOrder(after.id)
    const { body: answer } = await send(ravi, toItem(sent))
    expect(answer.results).toMatchObject([{ order_id: (await sendOrder(sent)).body.id }])
    expect((await rowsOf(after.id)).orders).toHaveLength(1)
  })

  it('takes the addresses that its photos get at another image host', async () => {
    const { id } = await newCustomer(server.deps.db)
    const item = toItem((await cashDeal(id)).entry)
    await send(ravi, item)
    const photo_urls = {
      packet: 'https://photos.example/p.jpg',
      receipt: 'https://photos.example/r.jpg',
    }
    expect((await send(ravi, { ...item, photo_urls })).body.results).toMatchObject([
      { outcome: 'recorded' },
    ])
    expect((await rowsOf(id)).orders).toMatchObject([
      { hairPhotoUrl: photo_urls.packet, cashReceiptUrl: photo_urls.receipt },
    ])
  })

  it('is not recorded without a session', async () => {
    const phone = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(server.deps.db)
    const item = toItem((await cashDeal(id)).entry)
    await phone.send('DELETE', '/api/sign-in/session')
    expect((await send(phone, item)).status).toBe(401)
    expect((await rowsOf(id)).orders).toEqual([])
  })
})
