import { randomUUID } from 'node:crypto'
import { makeStepKey, type Work } from '@veni/domain/work'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orders, rateCounts, settlements } from '../../src/db/schema.ts'
import { describeTables } from '../setup/all-tables.ts'
import { cashDeal } from '../fixtures/phone-file.ts'
import {
  cashPaymentBody,
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

const refused = { status: 429, body: { error: { code: 'rate-limited' } } }

describe.each(databaseKinds)("the quota of a runner's records (%s) [R-7.042]", (kind) => {
  const server = useServer(kind, { RECORD_MB_PER_DAY: '1', RUNNER_CALLS_PER_MINUTE: '0' })
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    await server.deps.db.delete(rateCounts)
  })

  const settle = async (client: Client, key = randomUUID() as string, runnerId = RAVI.id) => {
    const { id } = await newCustomer(server.deps.db, { runnerId })
    const body = settlementBody(id, { customer_name: 'x'.repeat(2_000) })
    return { body, answer: await send(client, body, key) }
  }
  const send = (client: Client, body: object, key: string) =>
    client.send('POST', '/api/settlements', body, { 'idempotency-key': key })
  /** Sets the count of the runner to so many bytes below the limit. */
  const leave = async (bytes: number) => {
    const set = { calls: 1_000_000 - bytes }
    await server.deps.db.update(rateCounts).set(set)
  }

  test('refuses a record over the limit with 429 and Retry-After, of this runner only', async () => {
    const key = randomUUID()
    const { body, answer } = await settle(ravi, key)
    expect(answer.status).toBe(201)
    await leave(1)
    expect((await settle(ravi)).answer.status).toBe(201)
    const before = await server.deps.db.$count(settlements)
    const over = (await settle(ravi)).answer
    expect(over).toMatchObject(refused)
    expect(over.headers['retry-after']).toBe('300')
    const { id } = await newCustomer(server.deps.db)
    const others = [
      await ravi.send('POST', '/api/orders', orderBody(id)),
      await ravi.send('POST', '/api/cash-payments', cashPaymentBody(id)),
      await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold', notes: '' }),
    ]
    for (const other of others) expect(other).toMatchObject(refused)
    expect(await server.deps.db.$count(settlements)).toBe(before)
    // What the server has already is answered again.
    expect((await send(ravi, body, key)).status).toBe(201)
    const lakshmi = await server.signIn(LAKSHMI.phone)
    expect((await settle(lakshmi, randomUUID(), LAKSHMI.id)).answer.status).toBe(201)
  })

  test('holds for whole work as well, and a repeat of work gets its answer', async () => {
    const newItem = async () => {
      const { id } = await newCustomer(server.deps.db)
      const work = { kind: 'settlement', settlement: settlementBody(id), photos: [] }
      return { version: 1, id: randomUUID(), customer_id: String(id), work }
    }
    const record = async (item: object) =>
      (await ravi.send<{ results: unknown[] }>('POST', '/api/work', { items: [item] })).body.results
    const first = await newItem()
    const answer = await record(first)
    expect(answer).toMatchObject([{ outcome: 'recorded' }])
    await leave(0)
    const before = await server.deps.db.$count(settlements)
    expect(await record(await newItem())).toMatchObject([
      { outcome: 'not-recorded', status: 429, retry_after_s: 300 },
    ])
    expect(await server.deps.db.$count(settlements)).toBe(before)
    expect(await record(first)).toEqual(answer)
    const { body } = await ravi.send('POST', '/api/work', { items: [first, await newItem()] })
    expect(body).toMatchObject({ results: [{ outcome: 'recorded' }, { status: 429 }] })
    expect(await server.deps.db.$count(settlements)).toBe(before)
  })

  test('holds for new addresses of the photos of recorded work', async () => {
    const { id } = await newCustomer(server.deps.db)
    const { entry } = await cashDeal(id)
    const item = { version: 1, id: entry.id, customer_id: entry.customerId, work: entry.work }
    const addresses = (name: string) => ({
      packet: `https://photos.example/${name.repeat(1_900)}`,
      receipt: `https://photos.example/${name}`,
    })
    const record = async (photo_urls?: object) => {
      const items = [{ ...item, photo_urls }]
      const { body } = await ravi.send<{ results: unknown[] }>('POST', '/api/work', { items })
      return body.results
    }
    const counted = async () => (await server.deps.db.select().from(rateCounts))[0]?.calls ?? 0
    const recorded = [{ outcome: 'recorded' }]
    const countedFor = async (photo_urls?: object) => {
      const before = await counted()
      expect(await record(photo_urls)).toMatchObject(recorded)
      return (await counted()) - before
    }
    expect(await countedFor()).toBeGreaterThan(500)
    expect(await countedFor(addresses('a'))).toBeGreaterThan(1_900)
    expect(await countedFor(addresses('b'))).toBeGreaterThan(1_900)
    await leave(0)
    const stored = addresses('b')
    expect(await countedFor(stored)).toBe(0)
    const over = [{ outcome: 'not-recorded', status: 429 }]
    expect(await record(addresses('d'))).toMatchObject(over)
    const [order] = await server.deps.db.select().from(orders).where(eq(orders.customerId, id))
    expect(order).toMatchObject({ hairPhotoUrl: stored.packet, cashReceiptUrl: stored.receipt })
  })

  test('counts what was sent and answered, once, and nothing that was refused', async () => {
    const key = randomUUID()
    const { body, answer } = await settle(ravi, key)
    const stored = JSON.stringify(body).length + JSON.stringify(answer.body).length
    await send(ravi, body, key)
    expect((await ravi.send('POST', '/api/settlements', { ...body, items: 'none' })).status).toBe(
      400,
    )
    const [counted] = await server.deps.db.select().from(rateCounts)
    expect(counted?.calls).toBe(stored)
  })

  test('counts whole work with its answer and the stored answer of its call', async () => {
    const { id } = await newCustomer(server.deps.db)
    const work = { kind: 'settlement', settlement: settlementBody(id), photos: [] }
    const item = { version: 1, id: randomUUID(), customer_id: String(id), work }
    const { body } = await ravi.send<{ results: unknown[] }>('POST', '/api/work', { items: [item] })
    const [counted] = await server.deps.db.select().from(rateCounts)
    const answer = await send(ravi, work.settlement, makeStepKey(item.id, 'record'))
    const parts = [item, answer.body, body.results[0]]
    expect(counted?.calls).toBe(
      parts.reduce<number>((sum, one) => sum + JSON.stringify(one).length, 0),
    )
  })

  test('counts at least half of what whole work stores, whatever its kind', async () => {
    const { id } = await newCustomer(server.deps.db)
    const large = { customer_name: 'x'.repeat(1_900) }
    const settlement = { ...settlementBody(id), ...large }
    const invoiceId = settlement.invoice_id
    const cash = (await cashDeal(id)).entry.work
    const works: readonly Work[] = [
      { kind: 'settlement', settlement, photos: [] },
      { kind: 'settlement-delivered', invoiceId },
      { kind: 'settlement-delivered', invoiceId },
      { ...cash, payment: { ...cash.payment, ...large }, order: { ...cash.order, ...large } },
      {
        kind: 'single-order',
        order: { ...orderBody(id), ...large },
        delivered: { status: 'delivered' },
        customer: { status: 'delivered' },
      },
      { kind: 'customer-update', body: { status: 'hold', notes: 'x'.repeat(900) } },
    ]
    const storedText = async () => (await describeTables(server.deps.db)).join('').length
    const counted = async () => (await server.deps.db.select().from(rateCounts))[0]?.calls ?? 0
    for (const work of works) {
      const [before, countedBefore] = [await storedText(), await counted()]
      const item = { version: 1, id: randomUUID(), customer_id: String(id), work }
      const { body } = await ravi.send<{ results: unknown }>('POST', '/api/work', { items: [item] })
      expect(body.results, work.kind).toMatchObject([{ outcome: 'recorded' }])
      const grown = (await storedText()) - before
      expect(2 * ((await counted()) - countedBefore), work.kind).toBeGreaterThan(grown)
    }
  })

  test('counts a deal that comes again with other content under its key', async () => {
    const key = randomUUID()
    const { body } = await settle(ravi, key)
    const counted = async () => (await server.deps.db.select().from(rateCounts))[0]?.calls ?? 0
    const before = await counted()
    const newer = { ...body, location: { ...body.location, accuracy_m: 8 } }
    expect((await send(ravi, newer, key)).status).toBe(201)
    expect(await counted()).toBeGreaterThan(before + JSON.stringify(newer).length)
  })

  test('accepts records again after 24 hours', async () => {
    await settle(ravi)
    await leave(0)
    expect((await settle(ravi)).answer.status).toBe(429)
    await server.deps.db.update(rateCounts).set({ endsAt: sql`now() + interval '2 minutes'` })
    // A phone that waits as long as the answer says is not refused again.
    const seconds = Number((await settle(ravi)).answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(100)
    expect(seconds).toBeLessThanOrEqual(120)
    await server.deps.db.update(rateCounts).set({ endsAt: sql`now()` })
    expect((await settle(ravi)).answer.status).toBe(201)
    expect((await settle(ravi)).answer.status).toBe(201)
  })

  test('begins its day with the first record, not anew with each one', async () => {
    const waitHours = async (hours: number) => {
      const endsAt = sql`${rateCounts.endsAt} - ${hours}::integer * interval '1 hour'`
      await server.deps.db.update(rateCounts).set({ endsAt })
    }
    await settle(ravi)
    await waitHours(13)
    expect((await settle(ravi)).answer.status).toBe(201)
    await leave(0)
    expect((await settle(ravi)).answer.status).toBe(429)
    await waitHours(12)
    expect((await settle(ravi)).answer.status).toBe(201)
  })

  test('begins its day anew after a clock that was ahead [R-7.071]', async () => {
    await settle(ravi)
    await leave(0)
    const endsAt = sql`${rateCounts.endsAt} + interval '1 year'`
    await server.deps.db.update(rateCounts).set({ endsAt })
    for (let record = 0; record < 2; record += 1)
      expect((await settle(ravi)).answer.status).toBe(201)
  })

  test('is far above a day of 200 deals, each with its order and its changes', async () => {
    const { id } = await newCustomer(server.deps.db)
    const items = Array.from({ length: 5 }, (_, at) => ({
      id: `${at}`,
      productId: `product-${at}`,
      name: 'Rice Cooker',
      price: 1206.44,
      quantity: 1,
      image: '/products/rice-cooker.webp',
      description: 'వంట కోసం '.repeat(10),
    }))
    const order = { ...orderBody(id), items }
    const made = await ravi.send<{ id: number }>('POST', '/api/orders', order)
    await ravi.send('PUT', `/api/orders/${made.body.id}`, { status: 'delivered' })
    await ravi.send('POST', '/api/cash-payments', { ...cashPaymentBody(id), items })
    await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold', notes: 'మళ్ళీ '.repeat(100) })
    const [counted] = await server.deps.db.select().from(rateCounts)
    expect(200 * (counted?.calls ?? Infinity)).toBeLessThan(20_000_000 / 4)
  })
})
