import { api } from '@veni/domain/api'
import type { Endpoint } from '@veni/domain/api/endpoint'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  cashPaymentBody,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
} from '../fixtures/records.ts'
import { type Client, FROM_OUR_PAGE, request } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

const KB = 1024

/** The longest body of each call that takes JSON. */
const longest: Readonly<Record<string, number>> = {
  sendCode: KB,
  signIn: KB,
  updateCustomer: 16 * KB,
  createOrder: 64 * KB,
  updateOrder: 64 * KB,
  recordSettlement: 64 * KB,
  updateSettlement: 16 * KB,
  recordCashPayment: 64 * KB,
  recordWork: 512 * KB,
  reconcile: 128 * KB,
}

describe('the bounds of requests', () => {
  const server = useServer('embedded')
  let ravi: Client
  beforeAll(async () => {
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const calls = Object.entries<Endpoint>(api).filter(
    ([, { body, bodyType }]) => body && bodyType !== 'multipart',
  )

  it('exist for every call with a JSON body', () => {
    expect(calls.map(([name]) => name).toSorted()).toEqual(Object.keys(longest).toSorted())
  })

  it.each(calls)('refuse a body of %s that is one byte too long by 413', async (name, call) => {
    const url = call.path.replace(':id', '1')
    const send = (bytes: number) =>
      request(server.app, call.method, url, {
        body: { x: 'x'.repeat(bytes - '{"x":""}'.length) },
        headers: { cookie: ravi.cookie },
      })
    const most = longest[name] ?? 0
    expect((await send(most)).status).toBe(400)
    expect(await send(most + 1)).toMatchObject({
      status: 413,
      body: { error: { code: 'too-large' } },
    })
  })

  it.each(calls.filter(([name]) => (longest[name] ?? 0) >= 16 * KB))(
    'refuse a body of %s with thousands of levels by 400',
    async (name, call) => {
      const levels = Math.trunc((longest[name] ?? 0) / 2) - 100
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
      const customer = await newCustomer(server.deps.db)
      const order = await ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customer.id))
      for (const body of [deep, `{"status":"delivered","x":${deep}}`]) {
        const { statusCode } = await server.app.inject({
          method: call.method,
          url: call.path.replace(':id', String(order.body.id)),
          headers: { ...FROM_OUR_PAGE, cookie: ravi.cookie, 'content-type': 'application/json' },
          payload: body,
        })
        expect(statusCode).toBe(400)
      }
    },
  )

  it.each(['9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59.000-00:01'])(
    'refuse a deal of %s, which is in the year 10000, by 400',
    async (time) => {
      const { id } = await newCustomer(server.deps.db)
      const deals = {
        '/api/settlements': settlementBody(id, { settlement_date: time }),
        '/api/cash-payments': cashPaymentBody(id, { payment_date: time }),
      }
      for (const [url, body] of Object.entries(deals))
        expect(await ravi.send('POST', url, body)).toMatchObject({
          status: 400,
          body: { error: { code: 'bad-request' } },
        })
    },
  )

  it('take the last second of the year 9999', async () => {
    const { id } = await newCustomer(server.deps.db)
    const body = settlementBody(id, { settlement_date: '9999-12-31T23:59:59.999Z' })
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
  })

  it('take a deal of 64 KB', async () => {
    const customer = await newCustomer(server.deps.db)
    const body = settlementBody(customer.id)
    const items = Array.from({ length: 12 }, (_, at) => ({
      id: `i${at}`,
      productId: `p${at}`,
      name: 'Rice Cooker',
      price: 1206.44,
      quantity: 1,
      image: '',
      description: 'వివరణ '.repeat(312),
    }))
    const large = { ...body, items }
    expect(Buffer.byteLength(JSON.stringify(large))).toBeGreaterThan(60 * KB)
    expect(Buffer.byteLength(JSON.stringify(large))).toBeLessThan(64 * KB)
    expect(await ravi.send('POST', '/api/settlements', large)).toMatchObject({ status: 201 })
  })

  it('refuse an address of a call above 8 KB by 414, and take the long addresses of pages', async () => {
    const long = 'a'.repeat(8 * KB)
    const refused = await request(server.app, 'GET', `/api/customers?id=${long}`)
    expect(refused.status).toBe(414)
    expect((await request(server.app, 'GET', `/cash-payment?cart=${long}`)).status).not.toBe(414)
  })
})
