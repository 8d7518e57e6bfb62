import { randomUUID } from 'node:crypto'
import { api, type ApiName } from '@veni/domain/api'
import type { Endpoint } from '@veni/domain/api/endpoint'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  cashPayments,
  customers,
  idempotencyKeys,
  photos,
  orders,
  settlements,
} from '../../src/db/schema.ts'
import { type Client, request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import { type TestServer, useServer } from '../setup/server.ts'

const calls = Object.entries<Endpoint>(api)
const closedCalls = calls.filter(([, { access }]) => access === 'runner')

const urlOf = ({ path }: Endpoint) =>
  path.replace(':file', `${'a'.repeat(64)}.jpg`).replace(':id', '1')

describe.each(databaseKinds)('access control on %s', (kind) => {
  const server = useServer(kind)

  it.each(closedCalls)(
    '%s answers 401 without a session [R-1.011, R-6.004]',
    async (_name, endpoint) => {
      const answer = await request(server.app, endpoint.method, urlOf(endpoint))
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({
        error: { code: 'sign-in-required', message: 'Please sign in again' },
      })
    },
  )

  it.each(closedCalls)('%s answers 401 with an invented session', async (_name, endpoint) => {
    const headers = { cookie: `veni=${'x'.repeat(43)}` }
    expect((await request(server.app, endpoint.method, urlOf(endpoint), { headers })).status).toBe(
      401,
    )
  })

  it.each(closedCalls.filter(([, { method }]) => method === 'GET'))(
    '%s answers 401 to a tab in which its address is opened, also with a session',
    async (_name, endpoint) => {
      const ravi = await server.signIn(RAVI.phone)
      const open = (mode: string) => ravi.get(urlOf(endpoint), { 'sec-fetch-mode': mode })
      expect((await open('navigate')).status).toBe(401)
      expect((await open('cors')).status).not.toBe(401)
    },
  )

  it('opens only calls without runner data [R-6.004]', () => {
    const open = calls.filter(([, { access }]) => access === 'open').map(([name]) => name)
    const checks = ['ping', 'adminHealth', 'live', 'ready']
    expect(open).toEqual([...checks, 'sendCode', 'signIn', 'signOut'])
  })

  describe("with another runner's ids", () => {
    let otherRecords: Records
    let ravi: Client

    beforeAll(async () => {
      await storeRunners(server.deps.db)
      otherRecords = await makeRecordsOf(LAKSHMI.phone, server)
      ravi = await server.signIn(RAVI.phone)
    })

    it.each(Object.entries(attempts))(
      '%s answers the same 404 as for a missing record [R-6.004]',
      async (_name, attempt) => {
        const before = await everything(server)
        const answer = await attempt(ravi, otherRecords)
        expect(answer.status).toBe(404)
        const missing = await attempt(ravi, nothing)
        expect(missing.body).toEqual(answer.body)
        expect(await everything(server)).toEqual(before)
      },
    )

    it.each(Object.entries(lists))(
      "%s shows none of the other runner's records [R-6.003, R-6.004]",
      async (_name, list) => {
        const shown = JSON.stringify((await ravi.get(list)).body)
        expect(shown).not.toContain('Saritha')
        expect(shown).not.toContain(otherRecords.settlementId)
      },
    )

    it('covers every call that takes an id', () => {
      const takingIds = closedCalls.filter(([, call]) => call.params ?? call.query ?? call.body)
      const tried = new Set([...Object.keys(attempts), ...withoutIds])
      expect(takingIds.map(([name]) => name).filter((name) => !tried.has(name))).toEqual([])
    })
  })
})

type Records = {
  customerId: number
  orderId: number
  settlementId: string
  imageUrl: string
}

/** Valid ids that belong to no record. */
const nothing: Records = {
  customerId: 999_999,
  orderId: 999_999,
  settlementId: 'INV-1763690400000-NOBODY',
  imageUrl: `/api/images/${'0'.repeat(64)}.png`,
}

type Attempt = (client: Client, records: Records) => Promise<{ status: number; body: unknown }>

const attempts = {
  customers: (client, { customerId }) => client.get(`/api/customers?id=${customerId}`),
  updateCustomer: (client, { customerId }) =>
    client.send('PUT', `/api/customers/${customerId}`, { status: 'rejected', runner_id: 1 }),
  createOrder: (client, { customerId }) =>
    client.send('POST', '/api/orders', orderBody(customerId)),
  updateOrder: (client, { orderId }) =>
    client.send('PUT', `/api/orders/${orderId}`, { status: 'delivered' }),
  recordSettlement: (client, { customerId }) =>
    client.send('POST', '/api/settlements', settlementBody(customerId)),
  updateSettlement: (client, { settlementId }) =>
    client.send('PUT', `/api/settlements/${settlementId}`, { status: 'delivered' }),
  recordCashPayment: (client, { customerId }) =>
    client.send('POST', '/api/cash-payments', cashPaymentBody(customerId)),
  recordWork: async (client, { customerId }) => {
    const work = { kind: 'settlement', settlement: settlementBody(customerId), photos: [] }
    const item = { version: 1, id: randomUUID(), customer_id: String(customerId), work }
    type Results = { results: { status: number; error: unknown }[] }
    const { body } = await client.send<Results>('POST', '/api/work', { items: [item] })
    const [{ status, error } = { status: 0, error: undefined }] = body.results
    return { status, body: { error } }
  },
  image: (client, { imageUrl }) => client.get(imageUrl),
  photoReceipt: (client, { imageUrl }) => client.get(`${imageUrl}/receipt`),
} satisfies Partial<Record<ApiName, Attempt>>

const lists = { customers: '/api/customers', runnerRecord: '/api/runners/me' }

/** The calls that take no record id, and one that answers for several; reconciliation.test.ts has its own test. */
const withoutIds: ApiName[] = ['runnerRecord', 'uploadPhoto', 'reversePlace', 'reconcile']

async function makeRecordsOf(phone: string, server: TestServer): Promise<Records> {
  const client = await server.signIn(phone)
  const customer = await newCustomer(server.deps.db, {
    memberName: 'Saritha',
    runnerId: client.runnerId,
  })
  const order = await client.send<{ id: number }>('POST', '/api/orders', orderBody(customer.id))
  const settlement = settlementBody(customer.id, { customer_name: 'Saritha' })
  await client.send('POST', '/api/settlements', settlement)
  const image = { hash: 'b'.repeat(64), runnerId: client.runnerId, type: 'image/png', bytes: 1 }
  await server.deps.db.insert(photos).values(image)
  await server.deps.photoStore.put({ hash: image.hash, type: 'image/png' }, Buffer.from('x'))
  return {
    customerId: customer.id,
    orderId: order.body.id,
    settlementId: settlement.invoice_id,
    imageUrl: `/api/images/${image.hash}.png`,
  }
}

async function everything({ deps: { db } }: TestServer) {
  return {
    customers: await db.select().from(customers),
    orders: await db.select().from(orders),
    settlements: await db.select().from(settlements),
    cashPayments: await db.select().from(cashPayments),
    keys: await db.select().from(idempotencyKeys),
  }
}
