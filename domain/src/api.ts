/**
 * THE CONTRACT: every call between app and server (spec §7 and the extensions of ruling 2).
 * The server registers exactly these, the OpenAPI document is made from them, and the app calls no other.
 *
 * The wire format of section 7 never changes (ruling 3). Older portals answer some calls in other shapes:
 * the app reads those through `customersReplySchema`, `productsReplySchema`, `hairPricesReplySchema` and
 * `orderReplySchema`, which accept every shape the specification names; `reply` below is our server's own.
 *
 * Every write may carry an `Idempotency-Key` header (1–255 characters): the first answer is kept and replayed.
 */
import * as v from 'valibot'
import { endpoint, errorStatuses, type ErrorCode } from './endpoint.ts'
import { orderCreateSchema, orderUpdateSchema } from './order.ts'
import {
  customerRecordSchema,
  hairPriceRecordSchema,
  orderRecordSchema,
  productRecordSchema,
  runnerAccountSchema,
  runnerRecordSchema,
} from './records.ts'
import { coordinate, day, phone, text } from './request-fields.ts'
import { cashPaymentSchema, settlementSchema } from './settlement.ts'
import { looseId } from './wire.ts'

export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** `true` on an answer that repeats an earlier one. */
export const REPLAYED_HEADER = 'idempotent-replayed'
/** Runner id the phone believes it works for; another one than the session's is answered 401 (ruling 7). */
export const RUNNER_HEADER = 'veni-runner'

const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]

/** Body of every refusal. */
export const errorReplySchema = v.object({
  error: v.object({
    code: v.picklist(errorCodes),
    message: v.string(),
    /** Fields that were refused, as dotted paths, with the reason. */
    fields: v.optional(v.array(v.object({ path: v.string(), reason: v.string() }))),
  }),
})
export type ErrorReply = v.InferOutput<typeof errorReplySchema>

const idParam = v.object({ id: v.pipe(v.string(), v.maxLength(64)) })

export const customerUpdateSchema = v.object({
  status: text(32),
  notes: v.optional(text(2_000)),
  comments: v.optional(text(2_000)),
  runner_id: v.optional(looseId),
  next_followup: v.optional(v.nullable(day)),
  delivered_at: v.optional(text(40)),
})
export type CustomerUpdate = v.InferInput<typeof customerUpdateSchema>

export const imageReplySchema = v.object({
  success: v.literal(true),
  data: v.object({ url: v.string() }),
})

export const pingReplySchema = v.looseObject({})

export const reversePlaceReplySchema = v.looseObject({ display_name: v.string() })

export const signInCodeReplySchema = v.object({
  /** `demo`: any six digits are accepted, and the screen says so (ruling 5). */
  mode: v.picklist(['demo', 'sms']),
  expires_in_seconds: v.number(),
})

export const signInSessionReplySchema = v.object({ runner: runnerRecordSchema })

export const api = {
  ping: endpoint({
    method: 'GET',
    path: '/api/ping',
    summary: 'Health check',
    part: 'section-7',
    access: 'open',
    reply: v.object({ status: v.literal('ok'), time: v.string() }),
  }),
  adminHealth: endpoint({
    method: 'GET',
    path: '/api/admin-health',
    summary: 'Diagnostic: is the database answering',
    part: 'section-7',
    access: 'open',
    reply: v.object({
      status: v.picklist(['ok', 'degraded']),
      database: v.picklist(['ok', 'down']),
    }),
  }),
  customers: endpoint({
    method: 'GET',
    path: '/api/customers',
    summary: "The runner's open customers, or one customer by id",
    part: 'section-7',
    access: 'runner',
    query: v.object({ id: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
    reply: v.union([v.array(customerRecordSchema), customerRecordSchema]),
  }),
  updateCustomer: endpoint({
    method: 'PUT',
    path: '/api/customers/:id',
    summary: "Change a customer's status",
    part: 'section-7',
    access: 'runner',
    params: idParam,
    body: customerUpdateSchema,
    reply: customerRecordSchema,
  }),
  products: endpoint({
    method: 'GET',
    path: '/api/products',
    summary: 'The gift catalogue',
    part: 'section-7',
    access: 'runner',
    reply: v.array(productRecordSchema),
  }),
  hairPricing: endpoint({
    method: 'GET',
    path: '/api/hair-pricing',
    summary: 'Prices per 20 g of each active hair type',
    part: 'section-7',
    access: 'runner',
    reply: v.array(hairPriceRecordSchema),
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    summary: 'Create an order',
    part: 'section-7',
    access: 'runner',
    body: orderCreateSchema,
    reply: orderRecordSchema,
    status: 201,
  }),
  updateOrder: endpoint({
    method: 'PUT',
    path: '/api/orders/:id',
    summary: 'Update an order; `delivered` also sets its customer to delivered',
    part: 'section-7',
    access: 'runner',
    params: idParam,
    body: orderUpdateSchema,
    reply: orderRecordSchema,
  }),
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/images',
    summary: 'Store a photo: part `image` as a file or as base64 text',
    part: 'extension',
    access: 'runner',
    body: v.object({ image: v.string() }),
    bodyType: 'multipart',
    reply: imageReplySchema,
    status: 201,
  }),
  image: endpoint({
    method: 'GET',
    path: '/api/images/:file',
    summary: "The bytes of one of the runner's photos, named by their SHA-256",
    part: 'extension',
    access: 'runner',
    params: v.object({ file: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}\.(?:jpg|png|gif|webp)$/)) }),
    reply: undefined,
  }),
  reversePlace: endpoint({
    method: 'GET',
    path: '/api/places/reverse',
    summary: 'Address of a point, in words',
    part: 'extension',
    access: 'runner',
    query: v.object({ lat: coordinate(90), lon: coordinate(180) }),
    reply: reversePlaceReplySchema,
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/api/sign-in/codes',
    summary: 'Send a one-time code to a phone',
    part: 'extension',
    access: 'open',
    body: v.object({ phone }),
    reply: signInCodeReplySchema,
    status: 201,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/sign-in/session',
    summary: 'Exchange a code for a session cookie',
    part: 'extension',
    access: 'open',
    body: v.object({ phone, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
    reply: signInSessionReplySchema,
    status: 201,
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/api/sign-in/session',
    summary: 'End the session; also when there is none',
    part: 'extension',
    access: 'open',
    reply: undefined,
    status: 204,
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/runners/me',
    summary: 'The signed-in runner with his orders and deals, newest first',
    part: 'extension',
    access: 'runner',
    reply: runnerAccountSchema,
  }),
  recordSettlement: endpoint({
    method: 'POST',
    path: '/api/settlements',
    summary: 'Store an items settlement, once per invoice id',
    part: 'extension',
    access: 'runner',
    body: settlementSchema,
    reply: settlementSchema,
    status: 201,
  }),
  updateSettlement: endpoint({
    method: 'PUT',
    path: '/api/settlements/:id',
    summary: 'Mark a settlement as delivered, by invoice id; its customer becomes delivered',
    part: 'extension',
    access: 'runner',
    params: idParam,
    body: v.object({ status: v.literal('delivered') }),
    reply: settlementSchema,
  }),
  recordCashPayment: endpoint({
    method: 'POST',
    path: '/api/cash-payments',
    summary: 'Store a cash payment, once per invoice id',
    part: 'extension',
    access: 'runner',
    body: cashPaymentSchema,
    reply: cashPaymentSchema,
    status: 201,
  }),
} as const

export type Api = typeof api
export type ApiName = keyof Api
