import { api } from '@veni/domain/api'
import type { Endpoint } from '@veni/domain/api/endpoint'
import { MOST_WORK_ITEMS } from '@veni/domain/api/work'
import * as v from 'valibot'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contractCalls } from '../attack/usual-calls.ts'
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
/** As many as 500 items of a deal without any field. */
const MOST_PROBLEMS = 4_000

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

  afterEach(() => v.deleteGlobalMessage())

  // Each problem that a schema finds costs microseconds, in which the server answers nobody.
  it.each(calls)('let the schemas find few problems in a body of %s', async (name, call) => {
    let problems = 0
    v.setGlobalMessage((issue) => {
      problems += 1
      return issue.message
    })
    // Each item of a phone's work is parsed by itself, and other calls are answered in between.
    const parsed = name === 'recordWork' ? MOST_WORK_ITEMS : 1
    for (const payload of listHostileBodies(name, longest[name] ?? 0)) {
      problems = 0
      const { statusCode } = await server.app.inject({
        method: call.method,
        url: call.path.replace(':id', '1'),
        headers: { ...FROM_OUR_PAGE, cookie: ravi.cookie, 'content-type': 'application/json' },
        payload,
      })
      expect(statusCode).toBeLessThan(500)
      expect(problems, payload.slice(0, 500)).toBeLessThanOrEqual(MOST_PROBLEMS * parsed)
    }
  })

  it('refuse a body with 50,000 values before they parse it', async () => {
    const send = (values: number) =>
      request(server.app, 'POST', '/api/work', {
        body: { items: [], x: Array(values).fill(0) },
        headers: { cookie: ravi.cookie },
      })
    expect((await send(49_000)).body).toMatchObject({ error: { fields: [{ path: 'x' }] } })
    expect(await send(50_000)).toMatchObject({
      status: 400,
      body: { error: { message: 'The body has too many values.' } },
    })
  })

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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The text of a body, once for each list and object of it, with `"#"` in its place. */
const replaceEach = (body: unknown) =>
  listReplaced(body).map((replaced) => JSON.stringify(replaced))

function listReplaced(value: unknown): unknown[] {
  if (!isObject(value)) return []
  const inner = Object.entries(value).flatMap(([name, part]) =>
    listReplaced(part).map((other) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other },
    ),
  )
  return ['#', ...inner]
}

const repeat = (entry: string, count: number) => Array(Math.trunc(count)).fill(entry).join(',')
const wrongEntries = ['{}', '0', '[]', `[${repeat('0', 499)}]`]

/** Bodies of this length at most: the usual one with a list of wrong entries in each of its places, and in each item. */
function listHostileBodies(name: string, most: number): string[] {
  const usual = contractCalls.find((call) => call.name === name)?.body?.() ?? {}
  const fit = (text: string, entry: string) =>
    repeat(entry, (most - text.length) / (entry.length + 1))
  const filled = replaceEach(usual).flatMap((text) =>
    wrongEntries.map((entry) => text.replace('"#"', `[${fit(text, entry)}]`)),
  )
  const [item] = 'items' in usual && Array.isArray(usual.items) ? usual.items : []
  const items = replaceEach(item).flatMap((text) =>
    wrongEntries.map((entry) => text.replace('"#"', `[${repeat(entry, 499)}]`)),
  )
  const repeated = items.flatMap((text) => {
    const whole = JSON.stringify({ ...usual, items: ['#'] })
    return [
      Math.min(50, (most - whole.length) / (text.length + 1)),
      (most - whole.length) / (text.length + 1),
    ].map((count) => whole.replace('"#"', repeat(text, count)))
  })
  return [...filled, ...repeated]
}
