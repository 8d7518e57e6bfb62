import { randomUUID } from 'node:crypto'
import type { OrderCreate, OrderUpdate } from '@veni/domain/order'
import { beforeAll, describe, expect, it } from 'vitest'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import { findListed, flagsOfOrder, placeOrder, PRICE } from '../fixtures/single-orders.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('the order of a deal on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const newCustomerId = async () => (await newCustomer(server.deps.db)).id
  const place = async (
    made?: Partial<OrderCreate>,
    delivered?: Partial<OrderUpdate>,
    customerId?: number,
  ) => placeOrder(ravi, customerId ?? (await newCustomerId()), made, delivered)
  const flagsOf = (id: number) => flagsOfOrder(server.deps, id)

  it('is flagged when the deal of its invoice is of another customer or another runner', async () => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const customerIds = {
      ravi: await newCustomerId(),
      lakshmi: (await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })).id,
    }
    const ofRavi = settlementBody(customerIds.ravi)
    const ofLakshmi = settlementBody(customerIds.lakshmi)
    expect((await ravi.send('POST', '/api/settlements', ofRavi)).status).toBe(201)
    expect((await lakshmi.send('POST', '/api/settlements', ofLakshmi)).status).toBe(201)
    for (const { invoice_id } of [ofRavi, ofLakshmi]) {
      const id = await place({ invoice_id })
      expect(await flagsOf(id)).toEqual(['deal-missing: invoice_id'])
    }
    // The customer is the same, and the runner is another.
    const move = { from: LAKSHMI.phone, to: RAVI.phone, ids: [customerIds.lakshmi] }
    const third = settlementBody(customerIds.lakshmi)
    expect((await lakshmi.send('POST', '/api/settlements', third)).status).toBe(201)
    await moveCustomersBetween(server.deps, move)
    const moved = await place({ invoice_id: third.invoice_id }, {}, customerIds.lakshmi)
    expect(await flagsOf(moved)).toContain('deal-missing: invoice_id')
  })

  it('is flagged until its deal arrives', async () => {
    const customerId = await newCustomerId()
    const link = { visit_id: randomUUID(), invoice_id: 'CASH-1-MISSIN' }
    const id = await place(link, link, customerId)
    expect(await flagsOf(id)).toEqual(['deal-missing: invoice_id'])
    const payment = cashPaymentBody(customerId, { ...link, order_id: id, cash_amount: PRICE })
    expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
    expect(await findListed(server.deps, id)).toBeUndefined()
  })
})
