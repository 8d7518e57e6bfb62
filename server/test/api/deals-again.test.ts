/** Deals that are delivered again, and deals that arrive after the erase of their customer. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { eraseCustomer } from '../../src/customers/personal-data.ts'
import { cashPayments, customers, settlements } from '../../src/db/schema.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

const deals = [
  { path: '/api/settlements', table: settlements, makeBody: settlementBody },
  { path: '/api/cash-payments', table: cashPayments, makeBody: cashPaymentBody },
] as const

describe.each(databaseKinds)('a deal (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const statusOf = async (customerId: number) => {
    const isThis = eq(customers.id, customerId)
    return (await server.deps.db.select().from(customers).where(isThis))[0]?.status
  }

  it('that is delivered again changes nothing, neither itself nor the customer', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const settlement = settlementBody(id)
    await ravi.send('POST', '/api/settlements', settlement)
    const path = `/api/settlements/${settlement.invoice_id}`
    const deliver = () => ravi.send('PUT', path, { status: 'delivered' })
    const read = () =>
      db.select().from(settlements).where(eq(settlements.invoiceId, settlement.invoice_id))
    const first = await deliver()
    expect(first).toMatchObject({ status: 200, body: { status: 'delivered' } })
    expect(await statusOf(id)).toBe('delivered')
    const stored = await read()
    await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold' })
    expect(await deliver()).toMatchObject({ status: 200, body: first.body })
    expect(await statusOf(id)).toBe('hold')
    expect(await read()).toEqual(stored)
  })

  it.each(['%00', 'INV-1', 'inv-1763690400000-abcdef', 'INV-1763690400000-ABCDEF'])(
    'with the invoice id %s does not exist, so that its delivery is refused for good',
    async (invoiceId) => {
      const path = `/api/settlements/${invoiceId}`
      expect(await ravi.send('PUT', path, { status: 'delivered' })).toMatchObject({
        status: 404,
        body: { error: { code: 'not-found' } },
      })
    },
  )

  it.each(deals)(
    'at $path of an erased customer is stored without what identifies them',
    async ({ path, table, makeBody }) => {
      const { db } = server.deps
      const { id } = await newCustomer(db, { runnerId: null, status: 'interested' })
      await ravi.send('PUT', `/api/customers/${id}`, { status: 'assigned' })
      await eraseCustomer(server.deps, id)
      const location = { latitude: 18.43, longitude: 79.13, address: 'Karimnagar', accuracy_m: 5 }
      const body = makeBody(id, { location })
      for (let time = 0; time < 2; time += 1) {
        expect(await ravi.send('POST', path, body)).toMatchObject({
          status: 201,
          body: { invoice_id: body.invoice_id, customer_name: 'erased', hair_value: 350 },
        })
        expect(await db.select().from(table).where(eq(table.customerId, id))).toMatchObject([
          {
            runnerId: RAVI.id,
            customerName: 'erased',
            address: '',
            latitude: 0,
            accuracyM: null,
            hairValuePaise: 350_00,
          },
        ])
      }
    },
  )
})
