import { createHash } from 'node:crypto'
import { IDEMPOTENCY_HEADER } from '@veni/domain/api/protocol'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Reads the `Idempotency-Key`; undefined when the caller sent none. Throws `bad-request` for an unusable key. */
export function readKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key
  const field = { path: IDEMPOTENCY_HEADER, reason: 'must have 1 to 255 characters' }
  throw new AppError('bad-request', 'The Idempotency-Key is not usable.', [field])
}

/**
 * SHA-256 of method, path and body, in hexadecimal. `import deals` makes the same hash as the request of a phone.
 * @param url with or without a query; the query does not count
 * @param body parsed JSON with the fields in the order in which they were sent; undefined counts as `null`
 */
export function hashRequest(method: string, url: string, body: unknown): string {
  const content = JSON.stringify([method, url.split('?')[0], body ?? null])
  return createHash('sha256').update(content).digest('hex')
}
