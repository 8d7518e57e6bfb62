import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { customers, idempotencyKeys, orders, settlements } from '../../src/db/schema.ts'
import { ClaimedKeys } from '../../src/idempotency/claimed-keys.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

const LINE = {
  id: '1',
  productId: 'ricecooker',
  name: 'Rice Cooker',
  price: 1206.44,
  image: '',
  description: 'Product',
}

/** The same value with the fields of each object in the reverse order. */
function reverseFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseFields)
  if (typeof value !== 'object' || value === null) return value
  const reversed = Object.entries(value).toReversed()
  return Object.fromEntries(reversed.map(([name, field]) => [name, reverseFields(field)]))
}

describe.each(databaseKinds)('a write with an Idempotency-Key on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const order = (client: Client, customerId: number, key: string, quantity = 1) =>
    client.send('POST', '/api/orders', orderBody(customerId, { quantity }), {
      'idempotency-key': key,
    })
  const countOrders = async (customerId: number) => {
    const rows = await server.deps.db.select().from(orders)
    return rows.filter((row) => row.customerId === customerId).length
  }

  it('gets the first answer again, marked as replayed', async () => {
    const { id } = await newCustomer(server.deps.db)
    const key = randomUUID()
    const first = await order(ravi, id, key)
    const again = await order(ravi, id, key)
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await countOrders(id)).toBe(1)
  })

  it('has one effect for any number of duplicates at once', async () => {
    const { id } = await newCustomer(server.deps.db)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(ravi, id, key)))
    const isAccepted = answers.filter(({ status }) => status === 201)
    const isDuplicate = answers.filter(({ status }) => status === 409)
    expect(isAccepted.length).toBeGreaterThan(0)
    expect(isAccepted.length + isDuplicate.length).toBe(20)
    expect(new Set(isAccepted.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const { body } of isDuplicate)
      expect(body).toMatchObject({ error: { code: 'in-progress' } })
    expect(await countOrders(id)).toBe(1)
    expect((await order(ravi, id, key)).status).toBe(201)
  })

  it('is refused when the key had another request', async () => {
    const { id } = await newCustomer(server.deps.db)
    const key = randomUUID()
    await order(ravi, id, key)
    const other = await order(ravi, id, key, 2)
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({ error: { code: 'idempotency-mismatch' } })
    expect(await countOrders(id)).toBe(1)
  })

  it.each([
    ['settlements', settlementBody],
    ['cash-payments', cashPaymentBody],
  ] as const)('is refused when the key had a deal of /api/%s', async (path, makeDeal) => {
    const { id } = await newCustomer(server.deps.db)
    const { body: made } = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(id))
    const key = { 'idempotency-key': randomUUID() }
    const deal = makeDeal(id)
    expect((await ravi.send('POST', `/api/${path}`, deal, key)).status).toBe(201)
    const { invoice_id } = deal
    const other = path === 'settlements' ? cashPaymentBody : settlementBody
    const otherPath = path === 'settlements' ? 'cash-payments' : 'settlements'
    const refused = [
      ['PUT', `/api/customers/${id}`, { status: 'hold', notes: 'again' }],
      ['PUT', `/api/orders/${made.id}`, { status: 'created', runner_notes: 'again' }],
      ['POST', '/api/orders', orderBody(id)],
      ['PUT', `/api/settlements/${invoice_id}`, { status: 'delivered' }],
      ['POST', `/api/${otherPath}`, other(id)],
    ] as const
    const send = ([method, url, body]: (typeof refused)[number]) =>
      ravi.send(method, url, { ...body, invoice_id }, key)
    for (const call of refused)
      expect(await send(call)).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency-mismatch' } },
      })
    expect(await countOrders(id)).toBe(1)
    const [customer] = await server.deps.db.select().from(customers).where(eq(customers.id, id))
    expect(customer?.status).toBe('assigned')
    expect((await ravi.send('POST', `/api/${path}`, deal, key)).status).toBe(201)
  })

  it('records no settlement under the key of its delivery', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const settlement = settlementBody(id)
    const { invoice_id } = settlement
    await ravi.send('POST', '/api/settlements', settlement)
    const key = { 'idempotency-key': randomUUID() }
    const path = `/api/settlements/${invoice_id}`
    expect((await ravi.send('PUT', path, { status: 'delivered' }, key)).status).toBe(200)
    expect((await ravi.send('POST', '/api/settlements', settlement, key)).status).toBe(422)
    expect(await db.$count(settlements, eq(settlements.invoiceId, invoice_id))).toBe(1)
  })

  it('gets the first answer again when the fields come in another order', async () => {
    const { id } = await newCustomer(server.deps.db)
    const items = [{ ...LINE, quantity: 1 }]
    const first = orderBody(id, { items })
    const key = { 'idempotency-key': randomUUID() }
    const answer = await ravi.send('POST', '/api/orders', first, key)
    const again = await ravi.send('POST', '/api/orders', reverseFields(first), key)
    expect([again.status, again.body]).toEqual([201, answer.body])
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    const other = orderBody(id, { items: [{ ...LINE, quantity: 2 }] })
    expect((await ravi.send('POST', '/api/orders', other, key)).status).toBe(422)
    expect(await countOrders(id)).toBe(1)
  })

  it('gets the answer that an older release stored', async () => {
    const { id } = await newCustomer(server.deps.db)
    const key = randomUUID()
    const first = await order(ravi, id, key)
    const spelled = JSON.stringify(['POST', '/api/orders', orderBody(id)])
    await server.deps.db
      .update(idempotencyKeys)
      .set({ requestHash: createHash('sha256').update(spelled).digest('hex') })
      .where(eq(idempotencyKeys.key, key))
    const again = await order(ravi, id, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await order(ravi, id, key, 2)).status).toBe(422)
    expect(await countOrders(id)).toBe(1)
  })

  it('shares no key with another runner', async () => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const own = await newCustomer(server.deps.db)
    const lakshmiCustomer = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    const key = randomUUID()
    const first = await order(ravi, own.id, key)
    expect(first.status).toBe(201)
    const answer = await order(lakshmi, lakshmiCustomer.id, key)
    expect(answer.status).toBe(201)
    expect(answer.headers).not.toHaveProperty('idempotent-replayed')
    expect((await order(ravi, own.id, key)).body).toEqual(first.body)
    expect((await order(lakshmi, lakshmiCustomer.id, key)).body).toEqual(answer.body)
  })

  it('can be repeated after a refusal, which is not stored', async () => {
    const { id } = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    const key = randomUUID()
    expect((await order(ravi, id, key)).status).toBe(404)
    const own = await newCustomer(server.deps.db)
    expect((await order(ravi, own.id, key)).status).toBe(201)
  })

  it('is refused with an unusable key', async () => {
    const { id } = await newCustomer(server.deps.db)
    expect((await order(ravi, id, 'x'.repeat(256))).status).toBe(400)
    expect((await order(ravi, id, '')).status).toBe(400)
    expect(await countOrders(id)).toBe(0)
  })

  it('is deleted by a sign-in after 400 days, not earlier', async () => {
    const { id } = await newCustomer(server.deps.db)
    const [old, recent] = [randomUUID(), randomUUID()]
    for (const [key, days] of [[old, 401] as const, [recent, 399] as const]) {
      await order(ravi, id, key)
      const createdAt = new Date(Date.now() - days * 86_400_000)
      const isIt = eq(idempotencyKeys.key, key)
      await server.deps.db.update(idempotencyKeys).set({ createdAt }).where(isIt)
    }
    await server.signIn(RAVI.phone)
    expect((await order(ravi, id, recent)).headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect((await order(ravi, id, old)).headers).not.toHaveProperty('idempotent-replayed')
  })

  it('runs without a key, as older apps send it', async () => {
    const { id } = await newCustomer(server.deps.db)
    const answer = await ravi.send('POST', '/api/orders', orderBody(id))
    expect(answer.status).toBe(201)
    expect(await countOrders(id)).toBe(1)
  })
})

// The embedded database runs one transaction after another, so there a duplicate never meets a running write.
describe('a duplicate on postgres', () => {
  const server = useServer('postgres')

  it('is refused at once while the first runs, and can be repeated', async () => {
    const { db } = server.deps
    await storeRunners(db)
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(db)
    const key = randomUUID()
    const sendDuplicate = () =>
      ravi.send('POST', '/api/orders', orderBody(id), { 'idempotency-key': key })
    await db.transaction(async (tx) => {
      const claimed = await ClaimedKeys.claim(tx, RAVI.id, [key])
      const refused = await sendDuplicate()
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({ error: { code: 'in-progress' } })
      await claimed.end()
    })
    expect((await sendDuplicate()).status).toBe(201)
  })
})
