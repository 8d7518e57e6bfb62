import { createHash } from 'node:crypto'
import { dealsApi } from '@veni/domain/api/deals'
import { IDEMPOTENCY_HEADER } from '@veni/domain/api/protocol'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { DealOfRequest } from '../idempotency/claimed-keys.ts'

/** Reads the `Idempotency-Key`; undefined when the caller sent none. Throws `bad-request` for an unusable key. */
export function readKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key
  const field = { path: IDEMPOTENCY_HEADER, reason: 'must have 1 to 255 characters' }
  throw new AppError('bad-request', 'The Idempotency-Key is not usable.', [field])
}

/** What tells one request from another. Each hash is SHA-256 in hexadecimal. */
export interface RequestIdentity {
  /** Of the meaning: the order of the fields does not count, and a field with undefined counts as absent. */
  readonly requestHash: string
  /** Of the spelling. Older releases stored it: nothing needs it once their rows are deleted, after 400 days. */
  readonly olderHash: string
  /** Only of a call that records a deal. */
  readonly deal: DealOfRequest | undefined
}

/**
 * Hashes method, path and body. `import deals` identifies a call as the request of a phone.
 * @param url with or without a query; the query does not count
 * @param body parsed JSON with the fields in the order in which they were sent; undefined counts as `null`
 */
export function identifyRequest(method: string, url: string, body: unknown): RequestIdentity {
  const path = url.split('?')[0]
  const content = [method, path, body ?? null]
  return {
    requestHash: sha256(JSON.stringify(content, sortFields)),
    olderHash: sha256(JSON.stringify(content)),
    deal: findDeal(`${method} ${path}`, body),
  }
}

/** Any call can name an invoice id, but only these store one deal for it. */
const dealDates = new Map<string, DealOfRequest['dateField']>([
  [`POST ${dealsApi.recordSettlement.path}`, 'settlement_date'],
  [`POST ${dealsApi.recordCashPayment.path}`, 'payment_date'],
])

function findDeal(call: string, body: unknown): DealOfRequest | undefined {
  const dateField = dealDates.get(call)
  const { invoice_id: invoiceId } = Object(body) as { readonly invoice_id?: unknown }
  return dateField && typeof invoiceId === 'string' ? { invoiceId, dateField } : undefined
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(byName))
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
