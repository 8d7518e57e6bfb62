import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  RAVI,
  storePrices,
  storeRunners,
} from '../../../test/fixtures/records.ts'
import { cashPayments, customers, orders } from '../../db/schema.ts'

describe.each(opsWays)('the single orders of npm run ops -- deals, %s', (_, kind) => {
  const server = useOps(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const deals = (...words: string[]) => runOps('.', server.env, ['deals', ...words])
  const place = async (client: Client, runnerId: number, paid: number) => {
    const customer = await newCustomer(server.deps.db, { runnerId })
    const order = await client.send<{ id: number }>('POST', '/api/orders', {
      customer_id: customer.id,
      product_id: 'cookingset',
      quantity: 1,
      payment_method: 'cash',
      cash_amount: '=1+1\u001B[2J',
    })
    const delivered = { status: 'delivered', actual_amount: paid }
    await client.send('PUT', `/api/orders/${order.body.id}`, delivered)
    return { id: order.body.id, customer }
  }

  test('shows a delivered order of a billion rupees with the reasons, and no usual one', async () => {
    expect((await deals('--attention')).printed).toEqual(['0 deals, 0 of them to check.'])
    const usual = await place(ravi, RAVI.id, 29.44)
    const { id, customer } = await place(ravi, RAVI.id, 1e9)
    expect(await deals('--attention')).toEqual({
      code: 0,
      printed: [
        expect.stringMatching(
          new RegExp(
            `^order ${id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  Ravi Kumar 9000000001  single order, delivered$`,
          ),
        ),
        `  Anjali Reddy (customer ${customer.id}): Cooking Set (cookingset) × 1, paid ₹1000000000, cash "=1+1\uFFFD[2J"`,
        '! the amount is not the price times the quantity: actual_amount',
        '! above the legal limit for cash: actual_amount',
        '0 deals, 0 of them to check.',
        '2 single orders, 1 of them to check.',
      ],
      errors: [],
    })
    const { printed } = await deals()
    expect(printed).toContainEqual(expect.stringMatching(new RegExp(`^order ${usual.id} `)))
  })

  test('shows that nothing was paid for a delivered order', async () => {
    const { id, customer } = await place(ravi, RAVI.id, 0)
    const { printed } = await deals()
    const product = 'Cooking Set (cookingset) × 1'
    expect(printed).toContainEqual(
      expect.stringContaining(`(customer ${customer.id}): ${product}, paid ₹0, `),
    )
    await server.deps.db.delete(orders).where(eq(orders.id, id))
  })

  test('names the other deal or order of the same customer, and its runner', async () => {
    const { id, customer } = await place(ravi, RAVI.id, 29.44)
    const deal = cashPaymentBody(customer.id)
    expect((await ravi.send('POST', '/api/cash-payments', deal)).status).toBe(201)
    const { printed } = await deals('--attention')
    const flag = '! the customer was settled more than once, also by:'
    expect(printed).toContain(`${flag} ${deal.invoice_id} of Ravi Kumar 9000000001`)
    expect(printed).toContain(`${flag} order ${id} of Ravi Kumar 9000000001`)
    await server.deps.db.delete(cashPayments)
    await server.deps.db.delete(orders).where(eq(orders.id, id))
  })

  test('selects orders by runner and by day', async () => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    await place(lakshmi, LAKSHMI.id, 29.44)
    expect((await deals('--runner', LAKSHMI.phone)).printed.at(-1)).toBe(
      '1 single order, 0 of them to check.',
    )
    expect((await deals('--since', '2999-01-01')).printed).toEqual(['0 deals, 0 of them to check.'])
  })

  test('selects an order by the day of its delivery, too: then it gets its flags', async () => {
    const { id } = await place(ravi, RAVI.id, 1)
    const set = (times: Partial<typeof orders.$inferInsert>) =>
      server.deps.db.update(orders).set(times).where(eq(orders.id, id))
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const isListed = async () =>
      (await deals('--attention', '--since', yesterday)).printed.some((line) =>
        line.startsWith(`order ${id}  `),
      )
    await set({ createdAt: new Date('2020-01-01T12:00:00Z') })
    expect(await isListed()).toBe(true)
    await set({ deliveredAt: new Date('2020-01-01T13:00:00Z') })
    expect(await isListed()).toBe(false)
    await server.deps.db.delete(orders).where(eq(orders.id, id))
  })

  test('shows each of many orders once, also those of an older server', async () => {
    const [row] = await server.deps.db.select().from(orders)
    const names = Array.from({ length: 450 }, () => ({ memberName: 'Anjali', status: 'delivered' }))
    const others = await server.deps.db.insert(customers).values(names).returning()
    const copies = others.map(({ id }) => ({
      ...row!,
      id: undefined,
      flags: null,
      customerId: id,
    }))
    await server.deps.db.insert(orders).values(copies)
    const { printed } = await deals()
    const ids = printed.flatMap((line) => /^order (\d+) /.exec(line)?.[1] ?? [])
    expect(new Set(ids).size).toBe(453)
    expect(ids).toHaveLength(453)
    expect(printed.filter((line) => line.startsWith('  not checked'))).toHaveLength(450)
    expect(printed.at(-1)).toBe('453 single orders, 1 of them to check.')
  })
})
