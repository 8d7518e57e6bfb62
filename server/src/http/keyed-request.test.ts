import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashRequest } from './keyed-request.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('the hash covers method, path and body as stored answers have it', () => {
  const body = { status: 'delivered', actual_amount: 1200.5 }
  expect(hashRequest('PUT', '/api/orders/7', body)).toBe(
    sha256('["PUT","/api/orders/7",{"status":"delivered","actual_amount":1200.5}]'),
  )
})

test('the hash ignores the query and takes a missing body as null', () => {
  expect(hashRequest('POST', '/api/orders?source=phone', undefined)).toBe(
    sha256('["POST","/api/orders",null]'),
  )
})
