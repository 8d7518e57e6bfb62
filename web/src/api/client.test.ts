import { api } from '@veni/domain/api'
import { pingReplySchema } from '@veni/domain/api/health'
import { customerReplySchema } from '@veni/domain/customer'
import { hairPricesReplySchema } from '@veni/domain/hair'
import { orderReplySchema } from '@veni/domain/order'
import { productsReplySchema } from '@veni/domain/product'
import { runnerRecordSchema } from '@veni/domain/api/runner-record'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../test/stand-in-server.ts'
import { signInRunner } from '../../test/runner.ts'
import { callApi, callThirdParty } from './client.ts'
import { installNetworkGuard } from './network.ts'

let server: StandInServer

beforeEach(() => {
  signInRunner()
  server = startStandInServer()
})

const html = new Response('<!doctype html><title>Sign in to WiFi</title>', {
  headers: { 'content-type': 'text/html' },
})

const invalidAnswers = [
  ['a page of a captive portal', html],
  ['JSON cut in half', new Response('[{"id": 7')],
  ['nothing', new Response('')],
  ['a sentence', json('ok')],
  ['null', json(null)],
  ['a number', json(200)],
] as const

describe.each([
  ['the health check', api.ping, pingReplySchema],
  ['a customer', api.customers, customerReplySchema('7')],
  ['the products', api.products, productsReplySchema],
  ['the hair prices', api.hairPricing, hairPricesReplySchema],
  ['a new order', api.createOrder, orderReplySchema],
  ["the runner's record", api.runnerRecord, runnerRecordSchema],
] as const)('a request for %s, answered with status 200', (_, endpoint, accepts) => {
  test.each(invalidAnswers)('and %s, is a failure [R-7.027]', async (__, answer) => {
    server.answer(`${endpoint.method} ${endpoint.path}`, answer)
    const asked = callApi(endpoint, { accepts: accepts as v.GenericSchema, timeoutMs: 5_000 })
    await expect(asked).rejects.toMatchObject({ name: 'ApiFailure', kind: 'bad-reply' })
  })
})

test.each([
  ['an order without an id', api.createOrder, orderReplySchema, { success: true }],
  ['an object without products', api.products, productsReplySchema, { error: 'no database' }],
  [
    'an object without hair prices',
    api.hairPricing,
    hairPricesReplySchema,
    { message: 'Not ready' },
  ],
  ["a runner's record of another form", api.runnerRecord, runnerRecordSchema, { orders: [] }],
] as const)('JSON of another shape is a failure: %s [R-7.027]', async (_, call, accepts, reply) => {
  server.answer(`${call.method} ${call.path}`, json(reply))
  const asked = callApi(call, { accepts: accepts as v.GenericSchema, timeoutMs: 5_000 })
  await expect(asked).rejects.toMatchObject({ kind: 'bad-reply' })
})

test("no network and a server's own 503 are different failures [R-7.024]", async () => {
  const ask = () => callApi(api.ping, { accepts: pingReplySchema, timeoutMs: 5_000 })
  server.answer('GET /api/ping', json({}, 503))
  await expect(ask()).rejects.toMatchObject({ kind: 'status', detail: { status: 503 } })
  server.answer('GET /api/ping', noNetwork())
  installNetworkGuard()
  await expect(ask()).rejects.toMatchObject({ kind: 'network', detail: {} })
})

test('every call goes to the server that the deployment configures [R-7.029]', async () => {
  await configureApp({ apiBaseUrl: 'https://portal.example/v1' })
  server.answer('GET /v1/api/ping', json({ status: 'ok' }))
  await callApi(api.ping, { accepts: pingReplySchema, timeoutMs: 5_000 })
  expect(server.sent.map(({ path }) => path)).toEqual(['/v1/api/ping'])
})

test('a third party receives none of our cookies and headers [R-7.030]', async () => {
  const inits: RequestInit[] = []
  server.answer('GET /reverse', json({ display_name: 'Kothapalli' }))
  const stub = window.fetch
  window.fetch = (input, init = {}) => {
    inits.push(init)
    return stub(input, init)
  }
  const accepts = v.object({ display_name: v.string() })
  await callThirdParty('https://places.example/reverse', { accepts, timeoutMs: 5_000 })
  expect(inits).toEqual([{ credentials: 'omit', signal: expect.any(AbortSignal) as AbortSignal }])
})
