import { randomUUID } from 'node:crypto'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { customers, orders } from '../../src/db/schema.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { LAKSHMI, newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('orders on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const create = async (body: object) => ravi.send<{ id: number }>('POST', '/api/orders', body)
  const stored = async (id: number) => {
    const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
    return row
  }
  const statusOf = async (customerId: number) => {
    const isThis = eq(customers.id, customerId)
    const [row] = await server.deps.db.select().from(customers).where(isThis)
    return row?.status
  }

  it('answers a new order with its id in both fields', async () => {
    const customer = await newCustomer(server.deps.db)
    const { status, body } = await create(orderBody(customer.id))
    expect(status).toBe(201)
    expect(body).toEqual({ id: body.id, order_id: body.id, status: 'created' })
  })

  it('stores exact paise and free text as it was typed', async () => {
    const customer = await newCustomer(server.deps.db)
    const typed = {
      purchase_type: 'whiteHair' as const,
      hair_weight: '30 gms',
      cash_amount: 'Rs. 100.00',
    }
    const { body } = await create(
      orderBody(customer.id, { ...typed, product_price: 29.44, total_amount: 588.8, quantity: 20 }),
    )
    expect(await stored(body.id)).toMatchObject({
      productPricePaise: 2_944,
      totalAmountPaise: 58_880,
      hairWeight: '30 gms',
      cashAmount: 'Rs. 100.00',
      runnerId: RAVI.id,
    })
  })

  it('refuses an amount beyond any real deal', async () => {
    const customer = await newCustomer(server.deps.db)
    const { status, body } = await create(orderBody(customer.id, { total_amount: 1e300 }))
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { fields: [{ path: 'total_amount' }] } })
  })

  it('sets the customer to delivered with the order, and the runner record shows both [R-4.070]', async () => {
    const customer = await newCustomer(server.deps.db)
    const { body } = await create(orderBody(customer.id))
    const update = { status: 'delivered', actual_amount: 1200.5, payment_type: 'upi' }
    const answer = await ravi.send('PUT', `/api/orders/${body.id}`, update)
    expect(answer.body).toMatchObject({ status: 'delivered' })
    expect(await statusOf(customer.id)).toBe('delivered')
    const record = await ravi.get<RunnerRecord>('/api/runners/me')
    expect(record.body.orders[0]).toMatchObject({
      order_id: body.id,
      customer_name: 'Anjali Reddy',
      product_name: 'Rice Cooker × 1',
      amount: 1200.5,
    })
  })

  it.each([
    ['something was paid', {}, { actual_amount: 1200.5 }, 1200.5],
    ['nothing was paid', {}, { actual_amount: 0 }, 0],
    ['nobody says what was paid', {}, {}, 1206.44],
    ['it has no amount at all', { total_amount: undefined }, {}, 0],
  ])('has its amount in the runner record when %s', async (_when, made, delivered, amount) => {
    const customer = await newCustomer(server.deps.db)
    const { body } = await create(orderBody(customer.id, made))
    await ravi.send('PUT', `/api/orders/${body.id}`, { status: 'delivered', ...delivered })
    const record = await ravi.get<RunnerRecord>('/api/runners/me')
    expect(record.body.orders[0]).toMatchObject({ order_id: body.id, amount })
  })

  it('delivers neither order nor customer when one of them cannot be written [R-4.070]', async () => {
    const customer = await newCustomer(server.deps.db)
    const { body } = await create(orderBody(customer.id))
    await server.deps.db.execute(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`,
    )
    await server.deps.db.execute(
      `create trigger refuse before update on customers for each row execute function refuse()`,
    )
    try {
      const answer = await ravi.send('PUT', `/api/orders/${body.id}`, { status: 'delivered' })
      expect(answer.status).toBe(500)
      expect(JSON.stringify(answer.body)).not.toContain('disk full')
      expect(server.takeErrors()).toHaveLength(2)
      expect((await stored(body.id))?.status).toBe('created')
      expect(await statusOf(customer.id)).toBe('assigned')
    } finally {
      await server.deps.db.execute('drop trigger refuse on customers')
    }
  })

  it('makes one order per invoice, also when it is sent again', async () => {
    const customer = await newCustomer(server.deps.db)
    const other = await newCustomer(server.deps.db)
    const invoice_id = 'CASH-1763690400000-ONEONE'
    const first = await create(orderBody(customer.id, { invoice_id }))
    const again = await create(orderBody(customer.id, { invoice_id }))
    expect(again.body).toEqual(first.body)
    expect((await create(orderBody(other.id, { invoice_id }))).status).toBe(409)
  })
  describe('that is delivered', () => {
    const delivery = {
      status: 'delivered' as const,
      actual_amount: 350,
      payment_type: 'cash',
      runner_notes: 'Invoice CASH-1763690400000-AAAAAA',
      delivery_date: '2026-11-21T04:00:00.000Z',
    }
    const HASHED = `/api/images/${'a'.repeat(64)}.jpg`
    const deliver = async (fields: object = {}) => {
      const customer = await newCustomer(server.deps.db)
      const { body } = await create(orderBody(customer.id))
      const update = (change: object) => ravi.send('PUT', `/api/orders/${body.id}`, change)
      expect((await update({ ...delivery, ...fields })).status).toBe(200)
      return { id: body.id, customer, update }
    }

    it.each([
      ['status', { status: 'cancelled' }],
      ['status', { status: 'created' }],
      ['actual_amount', { ...delivery, actual_amount: 1e9 }],
      ['payment_type', { ...delivery, payment_type: 'upi' }],
      ['runner_notes', { ...delivery, runner_notes: 'another' }],
      ['delivery_date', { ...delivery, delivery_date: '2026-11-22' }],
    ])('keeps its %s against %j', async (path, change) => {
      const { id, update } = await deliver()
      const before = await stored(id)
      expect(await update(change)).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', fields: [{ path }] } },
      })
      expect(await stored(id)).toEqual(before)
    })

    it('takes the addresses of its photos later, and no other photo after that', async () => {
      const { id, update } = await deliver({ hair_photo_url: '' })
      const first = await stored(id)
      expect((await update({ ...delivery, hair_photo_url: HASHED })).status).toBe(200)
      expect(await stored(id)).toEqual({ ...first, hairPhotoUrl: HASHED })
      const other = HASHED.replace('a.jpg', 'b.jpg')
      expect((await update({ ...delivery, hair_photo_url: other })).status).toBe(409)
      // The phone sends this after an import by the office; the hash is the better proof.
      const elsewhere = 'https://photos.example/1.jpg'
      expect((await update({ ...delivery, hair_photo_url: elsewhere })).status).toBe(200)
      expect(await stored(id)).toEqual({ ...first, hairPhotoUrl: HASHED })
    })

    it('does not deliver its customer again when its photos follow', async () => {
      const { customer, update } = await deliver()
      await ravi.send('PUT', `/api/customers/${customer.id}`, { status: 'hold' })
      expect((await update({ ...delivery, hair_photo_url: HASHED })).status).toBe(200)
      expect(await statusOf(customer.id)).toBe('hold')
    })
  })

  it('cannot be delivered or changed once it is cancelled', async () => {
    const customer = await newCustomer(server.deps.db)
    const { body } = await create(orderBody(customer.id))
    const update = (status: string, fields: object = {}) =>
      ravi.send('PUT', `/api/orders/${body.id}`, { status, ...fields })
    expect((await update('cancelled')).status).toBe(200)
    const before = await stored(body.id)
    for (const fields of [{ actual_amount: 350 }, { payment_type: 'upi' }, { runner_notes: 'any' }])
      expect((await update('cancelled', fields)).status).toBe(409)
    expect(await stored(body.id)).toEqual(before)
    for (const status of ['delivered', 'created']) expect((await update(status)).status).toBe(409)
    expect((await update('cancelled')).status).toBe(200)
    expect(await statusOf(customer.id)).toBe('assigned')
  })

  it('answers the order of an invoice to its runner only', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const invoice_id = 'CASH-1763690400000-MINEIS'
    const { id } = (await create(orderBody(customer.id, { invoice_id }))).body
    // The customer is now of another runner, who makes deals, too.
    const giveTo = (runnerId: number) =>
      db.update(customers).set({ runnerId }).where(eq(customers.id, customer.id))
    await giveTo(LAKSHMI.id)
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const body = orderBody(customer.id, { invoice_id })
    const other = await lakshmi.send('POST', '/api/orders', body)
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    expect(JSON.stringify(other.body)).not.toContain(`${id}`)
    await giveTo(RAVI.id)
    expect((await create(body)).body.id).toBe(id)
  })

  it('cannot move to another visit or invoice', async () => {
    const customer = await newCustomer(server.deps.db)
    const links = { visit_id: randomUUID(), invoice_id: 'CASH-1763690400000-TWOTWO' }
    const { body } = await create(orderBody(customer.id, links))
    const update = (fields: object) =>
      ravi.send('PUT', `/api/orders/${body.id}`, { status: 'delivered', ...links, ...fields })
    expect((await update({ visit_id: randomUUID() })).status).toBe(409)
    expect((await update({ invoice_id: 'CASH-1763690400000-THREEE' })).status).toBe(409)
    expect((await update({})).status).toBe(200)
  })

  it.each([
    ['a negative amount', { total_amount: -1 }, 'total_amount'],
    ['an empty invoice id', { invoice_id: '' }, 'invoice_id'],
    ['a text as invoice id', { invoice_id: 'x' }, 'invoice_id'],
  ])('is refused with %s', async (_name, fields, path) => {
    const customer = await newCustomer(server.deps.db)
    const { status, body } = await create(orderBody(customer.id, fields))
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { fields: [{ path }] } })
  })
})
