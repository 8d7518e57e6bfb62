import type { WorkResult } from '@veni/domain/api/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { LATER_LOCK_MS, LOCK_MS } from '../../src/db/answer-limits.ts'
import { cashPayments, customers } from '../../src/db/schema.ts'
import { repeatedTransactions } from '../../src/db/transact.ts'
import { cashDeal } from '../fixtures/phone-file.ts'
import { cashPaymentBody, newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

/** When a phone ends its call. */
const PHONE_MS = 15_000
/** The machine of a test may be several times slower. To wait five seconds for each lock takes 250 s. */
const MOST_MS = 8 * PHONE_MS

describe('calls on PostgreSQL while another transaction has locked a customer', () => {
  const server = useServer('postgres')
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const newId = async () => (await newCustomer(server.deps.db)).id
  const newItem = async (customerId: number) => {
    const { entry } = await cashDeal(customerId)
    return { version: 1, id: entry.id, customer_id: entry.customerId, work: entry.work }
  }
  const send = async (items: readonly object[]) => {
    const { body } = await ravi.send<{ results: WorkResult[] }>('POST', '/api/work', { items })
    return body.results
  }
  const lockAround = <T>(customerIds: readonly number[], work: () => Promise<T>): Promise<T> =>
    server.deps.db.transaction(async (tx) => {
      for (const id of customerIds)
        await tx.select().from(customers).where(eq(customers.id, id)).for('update')
      return work()
    })
  const waits = {
    outcome: 'not-recorded',
    status: 409,
    error: {
      code: 'in-progress',
      message: 'Another request is changing the same records. Please try again.',
    },
  }

  it('record all work but that of this customer, which the phone sends again soon', async () => {
    const [locked, free] = [await newId(), await newId()]
    const items: object[] = []
    for (const id of [locked, free, locked, await newId()]) items.push(await newItem(id))
    const repeats = repeatedTransactions.count
    const results = await lockAround([locked], () => send(items))
    // Without a time: for that, all work of the phone would wait.
    expect([results[0], results[2]]).toEqual([waits, waits])
    expect(results).toMatchObject([{}, { outcome: 'recorded' }, {}, { outcome: 'recorded' }])
    expect(await server.deps.db.$count(cashPayments, eq(cashPayments.customerId, locked))).toBe(0)
    expect(repeatedTransactions.count, 'a wait that is over is not begun again').toBe(repeats)
    expect(server.takeErrors()).not.toEqual([])
    expect(await send(items)).toMatchObject(items.map(() => ({ outcome: 'recorded' })))
  })

  it('are answered before the phone ends the call, although many customers are locked', async () => {
    const ids: number[] = []
    while (ids.length < 49) ids.push(await newId())
    const items: object[] = []
    for (const id of [...ids, await newId()]) items.push(await newItem(id))
    expect(LOCK_MS + items.length * LATER_LOCK_MS).toBeLessThan(PHONE_MS)
    const start = performance.now()
    const results = await lockAround(ids, () => send(items))
    expect(performance.now() - start).toBeLessThan(MOST_MS)
    expect(results.slice(0, -1)).toEqual(ids.map(() => waits))
    expect(results.at(-1)).toMatchObject({ outcome: 'recorded' })
    server.takeErrors()
  })

  it('lock no second customer for an invoice id that the deal of another one has', async () => {
    const [other, own] = [await newId(), await newId()]
    const stored = cashPaymentBody(other)
    expect((await ravi.send('POST', '/api/cash-payments', stored)).status).toBe(201)
    const body = cashPaymentBody(own, { invoice_id: stored.invoice_id })
    const answer = await lockAround([other], () => ravi.send('POST', '/api/cash-payments', body))
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  })

  it('are answered 503 with Retry-After when they are single calls', async () => {
    const id = await newId()
    const answer = await lockAround([id], () => ravi.send('POST', '/api/orders', orderBody(id)))
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { error: { code: 'unavailable', message: waits.error.message } },
    })
    expect(server.takeErrors()).toHaveLength(2)
  })
})
