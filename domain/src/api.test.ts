import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { api, type ApiName } from './api.ts'
import { customerUpdateSchema } from './api/customers.ts'
import { errorReplySchema } from './api/protocol.ts'
import { errorStatuses, type Endpoint } from './api/endpoint.ts'

const calls = Object.entries(api) as [ApiName, Endpoint][]
const parametersOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1])
const accepts = (schema: v.GenericSchema | undefined, value: unknown) =>
  schema !== undefined && v.is(schema, value)

describe('the contract', () => {
  it.each(calls)('%s has the parameters of its path in its schema', (_, call) => {
    const schema = call.params as v.ObjectSchema<v.ObjectEntries, undefined> | undefined
    expect(Object.keys(schema?.entries ?? {})).toEqual(parametersOf(call.path))
  })

  it('has no two calls with the same method and path', () => {
    const routes = calls.map(([, call]) => `${call.method} ${call.path.replace(/:\w+/g, ':')}`)
    expect(new Set(routes).size).toBe(routes.length)
  })

  it('has exactly the specified older calls', () => {
    const routes = calls
      .filter(([, call]) => call.part === 'older')
      .map(([, call]) => `${call.method} ${call.path}`)
    expect(routes.toSorted()).toEqual([
      'GET /api/admin-health',
      'GET /api/customers',
      'GET /api/hair-pricing',
      'GET /api/ping',
      'GET /api/products',
      'POST /api/orders',
      'PUT /api/customers/:id',
      'PUT /api/orders/:id',
    ])
  })

  it('permits only health and sign-in calls without a session', () => {
    const open = calls.filter(([, call]) => call.access === 'open').map(([name]) => name)
    const checks = ['adminHealth', 'live', 'ping', 'ready']
    expect(open.toSorted()).toEqual([...checks, 'sendCode', 'signIn', 'signOut'])
  })

  it.each(calls)(
    '%s has no body when it reads, and has status 204 when it writes without a reply',
    (_, call) => {
      expect(call.method === 'GET' && call.body !== undefined).toBe(false)
      expect(call.status === 204).toBe(call.reply === undefined && call.method !== 'GET')
    },
  )
})

describe('a customer update', () => {
  it.each([
    [{ status: 'hold', comments: 'Call later', runner_id: 1, next_followup: '2026-11-25' }, true],
    [{ status: 'pending', notes: 'Customer is interested', runner_id: 1 }, true],
    [{ status: 'delivered', delivered_at: '2026-11-21T03:22:00.000Z' }, true],
    [{ status: 'hold', next_followup: null }, true],
    [{ status: 'hold', next_followup: '25/11/2026' }, false],
    [{ status: 'hold', next_followup: '2026-13-01' }, false],
    [{ status: 'hold', next_followup: '2026-02-30' }, false],
    [{ notes: 'no status' }, false],
    [{ status: 5 }, false],
    [{ status: 'hold', comments: 'x'.repeat(2_001) }, false],
  ])('%j is accepted: %s', (update, expected) => {
    expect(v.is(customerUpdateSchema, update)).toBe(expected)
  })
})

describe('the schema of a request', () => {
  it.each([
    [{ lat: '17.385', lon: '78.4867' }, true],
    [{ lat: '-90', lon: '180' }, true],
    [{ lat: '90.1', lon: '0' }, false],
    [{ lat: '0', lon: '-180.5' }, false],
    [{ lat: '', lon: '0' }, false],
    [{ lat: '0x10', lon: '0' }, false],
    [{ lat: 'NaN', lon: '0' }, false],
    [{ lat: '1' }, false],
  ])('accepts the coordinates %j: %s', (query, expected) => {
    expect(accepts(api.reversePlace.query, query)).toBe(expected)
  })

  it.each([
    [`${'a'.repeat(64)}.jpg`, true],
    [`${'a'.repeat(64)}.svg`, false],
    [`${'A'.repeat(64)}.jpg`, false],
    [`../${'a'.repeat(61)}.jpg`, false],
    [`${'a'.repeat(64)}.jpg\n`, false],
  ])('accepts the photo name %j: %s', (file, expected) => {
    expect(accepts(api.image.params, { file })).toBe(expected)
  })

  it.each([
    [{ phone: '9000000001', code: '000000' }, true],
    [{ phone: ' ', code: '000000' }, false],
    [{ phone: '9000000001', code: '00000' }, false],
    [{ phone: '9000000001', code: '1e3000' }, false],
    [{ phone: '9000000001', code: 123_456 }, false],
    [{ phone: '9'.repeat(33), code: '000000' }, false],
  ])('accepts the sign-in %j: %s', (body, expected) => {
    expect(accepts(api.signIn.body, body)).toBe(expected)
  })
})

describe('a refusal', () => {
  it.each(Object.entries(errorStatuses))('with the code %s has the status %i', (code, status) => {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(v.is(errorReplySchema, { error: { code, message: 'x' } })).toBe(true)
  })

  it('with an unknown code is not valid', () => {
    expect(v.is(errorReplySchema, { error: { code: 'toString', message: 'x' } })).toBe(false)
  })
})
