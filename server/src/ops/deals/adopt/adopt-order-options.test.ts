import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { cashPayments } from '../../../db/schema.ts'
import { cashDeal } from '../../../../test/fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../../../test/fixtures/records.ts'
import { runOps, useOps } from '../../../../test/setup/ops.ts'

describe('npm run ops -- deals adopt --order with other options', () => {
  const server = useOps('postgres')
  beforeAll(() => storeRunners(server.deps.db))

  test('an order is not adopted for its own runner when --for names another one', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const { entry } = await cashDeal(customer.id)
    const ravi = await server.signIn(RAVI.phone)
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', {
      ...entry.work.order,
      product_id: 'hair-purchase',
      total_amount: 350,
    })
    await ravi.send('PUT', `/api/orders/${order.body.id}`, {
      ...entry.work.delivered,
      actual_amount: 350,
      payment_type: 'cash',
      delivery_date: '2026-11-21T04:00:00.000Z',
    })
    const done = await runOps('.', server.env, [
      'deals',
      'adopt',
      '--order',
      String(order.body.id),
      '--for',
      LAKSHMI.phone,
      '--set',
      'hair_lines=[]',
    ])
    expect(done).toMatchObject({
      code: 1,
      errors: [
        '--order adopts for the runner of the order: leave out --runner, --for and --entry.',
      ],
    })
    expect(await db.$count(cashPayments, eq(cashPayments.customerId, customer.id))).toBe(0)
  })
})
