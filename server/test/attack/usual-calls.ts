/** The calls of the contract as a usual phone makes them, and the other addresses of the server. */
import { randomUUID } from 'node:crypto'
import { api, type ApiName } from '@veni/domain/api'
import type { Endpoint } from '@veni/domain/api/endpoint'
import { cashPaymentBody, orderBody, settlementBody } from '../fixtures/records.ts'
import {
  CUSTOMER_IDS,
  INVOICE_IDS,
  ORDER_IDS,
  SECRET,
  VICTIM_PHOTO,
  VICTIM_UPLOAD,
  VICTIM_VISIT,
} from './attack-data.ts'

type Body = Readonly<Record<string, unknown>>

/** A call with what a usual phone sends. */
export interface UsualCall {
  readonly name: string
  readonly method: string
  /** With `:name` for a parameter. */
  readonly path: string
  readonly ids: readonly (string | number)[]
  readonly query: Readonly<Record<string, string>>
  /** Made anew for each request, because ids of deals may be there once. */
  readonly body: (() => Body) | undefined
  readonly contentType: string
}

type Parts = Partial<Pick<UsualCall, 'ids' | 'query' | 'body'>>

const photos = { ids: [VICTIM_PHOTO, `${'0'.repeat(64)}.jpg`] }
const visit = { visit_id: VICTIM_VISIT }

function newSentWork() {
  const order = { ...orderBody(101), ...visit }
  const delivered = { status: 'delivered', ...visit }
  const payment = cashPaymentBody(103)
  const work = { kind: 'cash-payment', order, delivered, payment, photos: [] }
  return { version: 1, id: randomUUID(), customer_id: '101', work }
}

/** The compiler demands an entry for each call of the contract. */
const partsOf: Readonly<Record<ApiName, Parts>> = {
  ping: {},
  adminHealth: {},
  live: {},
  ready: {},
  customers: { query: { id: '301' } },
  updateCustomer: { ids: CUSTOMER_IDS, body: () => ({ status: 'hold', notes: 'Later' }) },
  products: {},
  hairPricing: {},
  createOrder: { body: () => ({ ...orderBody(101), ...visit }) },
  updateOrder: { ids: ORDER_IDS, body: () => ({ status: 'delivered', actual_amount: 10 }) },
  uploadPhoto: { body: () => ({ image: 'QUJD' }) },
  image: photos,
  photoReceipt: photos,
  reversePlace: { query: { lat: '18.4', lon: '79.1' } },
  sendCode: { body: () => ({ phone: SECRET.phone }) },
  signIn: { body: () => ({ phone: SECRET.phone, code: '123456' }) },
  signOut: {},
  runnerRecord: {},
  recordSettlement: { body: () => settlementBody(101) },
  updateSettlement: { ids: INVOICE_IDS, body: () => ({ status: 'delivered' }) },
  recordCashPayment: { body: () => cashPaymentBody(103) },
  reconcile: {
    body: () => ({
      phone_id: randomUUID(),
      unsent: {
        deals: 1,
        photos: 2,
        others: 0,
        since: '2026-11-20T09:00:00.000Z',
        items: [
          {
            id: randomUUID(),
            kind: 'deal',
            customer_id: '101',
            photos: 2,
            at: '2026-11-20T09:00:00.000Z',
          },
        ],
      },
      items: [{ id: randomUUID(), photos: ['0'.repeat(64)], is_sent: true }],
    }),
  },
  recordWork: { body: () => ({ items: [newSentWork()] }) },
}

const usualCall = (
  name: string,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): UsualCall => ({
  name,
  method,
  path,
  ids: [],
  query: {},
  body: undefined,
  contentType: 'application/json',
  ...partsOf[name as ApiName],
})

export const contractCalls = Object.entries(api).map(([name, endpoint]) =>
  usualCall(name, endpoint),
)

/** tus and the pages of the server are no calls of the contract, but phones reach them as well. */
export const otherCalls: UsualCall[] = [
  ...['POST', 'OPTIONS'].map((method) => ({ method, path: '/api/uploads', ids: [] })),
  ...['HEAD', 'PATCH', 'DELETE', 'OPTIONS', 'GET'].map((method) => ({
    method,
    path: '/api/uploads/:id',
    ids: [VICTIM_UPLOAD, `1-${'0'.repeat(32)}`],
  })),
  ...[
    '/',
    '/deliveries',
    '/api/docs',
    '/api/openapi.json',
    '/api/nothing',
    '/sw.js',
    '/assets/:id',
  ].map((path) => ({
    method: 'GET',
    path,
    ids: ['../../server/package.json', '..%2f..%2fpackage.json'],
  })),
].map((parts) => ({
  query: {},
  body: parts.method === 'PATCH' ? () => ({ part: 'of a photo' }) : undefined,
  contentType: 'application/offset+octet-stream',
  name: `${parts.method} ${parts.path}`,
  ...parts,
}))
