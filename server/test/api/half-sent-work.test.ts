/** Work whose calls an older release of the app has sent one by one, or sends once more. */
import { randomUUID } from 'node:crypto'
import type { WorkResult } from '@veni/domain/api/work'
import { listRecordSteps, makeStepKey, planCall, type Work, workApi } from '@veni/domain/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  cashPayments,
  customerChanges,
  customers,
  orders,
  rateCounts,
  settlements,
} from '../../src/db/schema.ts'
import { cashDeal, itemsDeal, newEntry } from '../fixtures/phone-file.ts'
import { newCustomer, orderBody, RAVI, settlementBody, storeRunners } from '../fixtures/records.ts'
import type { Answer, Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('work in single calls on %s', (kind) => {
  const server = useServer(kind, { RECORD_MB_PER_DAY: '20', RUNNER_CALLS_PER_MINUTE: '0' })
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  interface Entry {
    readonly id: string
    readonly customerId: string
    readonly work: Work
  }

  const sendWhole = ({ id, customerId, work }: Entry) =>
    ravi.send<{ results: WorkResult[] }>('POST', '/api/work', {
      items: [{ version: 1, id, customer_id: customerId, work }],
    })

  /** Sends the calls of the steps, as an older app does. @returns the answers */
  async function sendSteps({ id, customerId, work }: Entry): Promise<Answer[]> {
    const answers: Answer[] = []
    let orderId: string | undefined
    for (const step of listRecordSteps(work.kind)) {
      const call = planCall(work, step, { customerId, orderId, photoUrls: {} })!
      const { method, path } = workApi[call.name]
      const answer = await ravi.send<{ id: number }>(
        method,
        path.replace(':id', call.params['id'] ?? ''),
        call.body,
        { 'idempotency-key': makeStepKey(id, step) },
      )
      if (step === 'order') orderId = String(answer.body.id)
      answers.push(answer)
    }
    return answers
  }

  async function readRows(customerId: number) {
    const { db } = server.deps
    return {
      customer: await db.select().from(customers).where(eq(customers.id, customerId)),
      changes: await db
        .select()
        .from(customerChanges)
        .where(eq(customerChanges.customerId, customerId)),
      orders: await db.select().from(orders).where(eq(orders.customerId, customerId)),
      payments: await db.select().from(cashPayments).where(eq(cashPayments.customerId, customerId)),
      settled: await db.select().from(settlements).where(eq(settlements.customerId, customerId)),
    }
  }
  const countBytes = async () =>
    (await server.deps.db.select().from(rateCounts)).reduce((sum, { calls }) => sum + calls, 0)

  const works: Record<Work['kind'], (customerId: number) => Promise<Entry>> = {
    'cash-payment': async (customerId) => (await cashDeal(customerId)).entry,
    settlement: async (customerId) => (await itemsDeal(customerId)).entry,
    'settlement-delivered': async (customerId) => {
      const settlement = settlementBody(customerId)
      await ravi.send('POST', '/api/settlements', settlement)
      const { invoice_id: invoiceId } = settlement
      return newEntry(customerId, { kind: 'settlement-delivered', invoiceId }).entry
    },
    'single-order': (customerId) =>
      Promise.resolve(
        newEntry(customerId, {
          kind: 'single-order',
          order: orderBody(customerId, { visit_id: randomUUID() }),
          delivered: { status: 'delivered', actual_amount: 1206.44 },
          customer: { status: 'delivered' },
        }).entry,
      ),
    'customer-update': (customerId) =>
      Promise.resolve(
        newEntry(customerId, { kind: 'customer-update', body: { status: 'hold', notes: 'Later' } })
          .entry,
      ),
  }
  const cases = Object.entries(works)

  it.each(cases)('(%s) stores nothing once more when it comes whole', async (_, newWork) => {
    const { id } = await newCustomer(server.deps.db)
    const entry = await newWork(id)
    await sendSteps(entry)
    const stored = await readRows(id)
    const counted = await countBytes()
    const { body, headers } = await sendWhole(entry)
    expect(body.results).toMatchObject([{ outcome: 'recorded' }])
    expect(headers).toHaveProperty('idempotent-replayed', 'true')
    expect(await readRows(id)).toEqual(stored)
    expect(await countBytes()).toBe(counted)
  })

  it.each(cases)('(%s) gets the answers of the whole work', async (_, newWork) => {
    const [usual, repeated] = [await newCustomer(server.deps.db), await newCustomer(server.deps.db)]
    const expected = await sendSteps(await newWork(usual.id))
    const entry = await newWork(repeated.id)
    await sendWhole(entry)
    const stored = await readRows(repeated.id)
    const answers = await sendSteps(entry)
    expect(answers.map(({ status }) => status)).toEqual(expected.map(({ status }) => status))
    for (const { headers } of answers) expect(headers).toHaveProperty('idempotent-replayed', 'true')
    expect(await readRows(repeated.id)).toEqual(stored)
  })

  it('is completed by the whole work, which is no repeat then and counts what it adds', async () => {
    const entries = await Promise.all(
      [1, 2].map(async () => (await cashDeal((await newCustomer(server.deps.db)).id)).entry),
    )
    const [half, unsent] = [entries[0]!, entries[1]!]
    const { body: made } = await ravi.send<{ id: number }>('POST', '/api/orders', half.work.order, {
      'idempotency-key': makeStepKey(half.id, 'order'),
    })
    const counts: number[] = []
    for (const entry of [half, unsent]) {
      const before = await countBytes()
      expect((await sendWhole(entry)).headers).not.toHaveProperty('idempotent-replayed')
      counts.push((await countBytes()) - before)
      const { orders: stored, payments } = await readRows(Number(entry.customerId))
      expect(stored).toHaveLength(1)
      expect(payments).toMatchObject([{ orderId: stored[0]?.id }])
    }
    // The answer about the order was counted when the older app got it. Ids may have a digit more.
    const bytesOfOrder = JSON.stringify(made).length
    expect(Math.abs(counts[1]! - counts[0]! - bytesOfOrder)).toBeLessThan(bytesOfOrder / 4)
  })
})
