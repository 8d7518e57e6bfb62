import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { identifyRequest } from './keyed-request.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hashBody = (body: unknown) => identifyRequest('PUT', '/api/orders/7', body).requestHash

test('the hash covers method, path and body, with the fields in the order of their names', () => {
  const body = { status: 'delivered', actual_amount: 1200.5 }
  expect(identifyRequest('PUT', '/api/orders/7', body)).toEqual({
    requestHash: sha256('["PUT","/api/orders/7",{"actual_amount":1200.5,"status":"delivered"}]'),
    // Databases have these hashes of older releases.
    olderHash: sha256('["PUT","/api/orders/7",{"status":"delivered","actual_amount":1200.5}]'),
    deal: undefined,
  })
})

test('the hash ignores the query and takes a missing body as null', () => {
  const { requestHash } = identifyRequest('POST', '/api/orders?source=phone', undefined)
  expect(requestHash).toBe(sha256('["POST","/api/orders",null]'))
})

test('the hash ignores the order of fields at every depth, how a value is written, and undefined', () => {
  const sent = '{"a":{"b":[{"c":70.50,"d":"\\u0c32"}]},"10":1,"9":2}'
  const other = '{"9":2,"10":1.0,"a":{"b":[{"d":"ల","c":70.5}]}}'
  expect(hashBody(JSON.parse(other))).toBe(hashBody(JSON.parse(sent)))
  expect(hashBody({ a: 1, b: undefined })).toBe(hashBody({ a: 1 }))
})

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { a: '1' }],
  [{ a: 1 }, { b: 1 }],
  [{ a: 1 }, { a: 1, b: null }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [{ a: [{ b: 1 }] }, { a: { 0: { b: 1 } } }],
  [
    { a: 'x', b: 'y' },
    { a: 'y', b: 'x' },
  ],
])('the hash of %j is not the hash of %j', (one, other) => {
  expect(hashBody(one)).not.toBe(hashBody(other))
})

test('only a call that records a deal has a deal', () => {
  const body = { invoice_id: 'INV-1763690400000-KXQRTB' }
  const dealOf = (method: string, url: string, sent: unknown = body) =>
    identifyRequest(method, url, sent).deal
  const deal = { invoiceId: body.invoice_id, dateField: 'settlement_date' }
  expect(dealOf('POST', '/api/settlements')).toEqual(deal)
  expect(dealOf('POST', '/api/settlements?again')).toEqual(deal)
  expect(dealOf('POST', '/api/cash-payments')).toEqual({ ...deal, dateField: 'payment_date' })
  expect(dealOf('PUT', '/api/settlements')).toBeUndefined()
  expect(dealOf('POST', '/api/orders')).toBeUndefined()
  expect(dealOf('POST', '/api/settlements', { invoice_id: 7 })).toBeUndefined()
  expect(dealOf('POST', '/api/settlements', null)).toBeUndefined()
})
