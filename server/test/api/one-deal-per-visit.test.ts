import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashPayments, settlements } from '../../src/db/schema.ts'
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

describe.each(databaseKinds)('a visit on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client

  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const isRefused = (field: string) => ({
    status: 409,
    body: { error: { code: 'conflict', fields: [{ path: field }] } },
  })

  it('has one deal of any kind', async () => {
    const customer = await newCustomer(server.deps.db)
    const settlement = settlementBody(customer.id)
    const payment = cashPaymentBody(customer.id, { visit_id: settlement.visit_id })
    const again = settlementBody(customer.id, { visit_id: settlement.visit_id })
    expect((await ravi.send('POST', '/api/settlements', settlement)).status).toBe(201)
    const others = [
      await ravi.send('POST', '/api/cash-payments', payment),
      await ravi.send('POST', '/api/settlements', again),
    ]
    expect(others).toMatchObject([isRefused('visit_id'), isRefused('visit_id')])
    const customerId = eq(cashPayments.customerId, customer.id)
    expect(await server.deps.db.$count(cashPayments, customerId)).toBe(0)
    // The first deal is still stored, and a repeat gets it.
    expect((await ravi.send('POST', '/api/settlements', settlement)).status).toBe(201)
  })

  it('has one deal, also when several arrive together for different customers', async () => {
    const { visit_id } = settlementBody(0)
    const sendOne = async (_: unknown, index: number) => {
      const { id } = await newCustomer(server.deps.db)
      return index % 2 === 0
        ? ravi.send('POST', '/api/settlements', settlementBody(id, { visit_id }))
        : ravi.send('POST', '/api/cash-payments', cashPaymentBody(id, { visit_id }))
    }
    const answers = await Promise.all(Array.from({ length: 6 }, sendOne))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    const counts = await Promise.all(
      [settlements, cashPayments].map((table) =>
        server.deps.db.$count(table, eq(table.visitId, visit_id)),
      ),
    )
    expect(counts[0]! + counts[1]!).toBe(1)
  })

  it('cannot use the invoice id of a deal of the other kind', async () => {
    const customer = await newCustomer(server.deps.db)
    const payment = cashPaymentBody(customer.id)
    await ravi.send('POST', '/api/cash-payments', payment)
    const { invoice_id } = payment
    const answer = await ravi.send(
      'POST',
      '/api/settlements',
      settlementBody(customer.id, { invoice_id }),
    )
    expect(answer).toMatchObject(isRefused('invoice_id'))
  })
})
