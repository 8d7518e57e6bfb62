import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Client } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { newCustomer, RAVI, settlementBody, storeRunners } from '../../../test/fixtures/records.ts'
import { createOrder } from '../../../test/fixtures/single-orders.ts'
import { orders, settlements } from '../../db/schema.ts'

describe.each(opsWays)('the day of npm run ops -- deals --since, %s', (_, kind) => {
  const server = useOps(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  /** Stores a settlement and a single order that the server received then. @returns how the list names them */
  async function receiveAt(at: string): Promise<string[]> {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const body = settlementBody(id)
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
    const orderId = await createOrder(ravi, id)
    const received = { createdAt: new Date(at) }
    await db.update(settlements).set(received).where(eq(settlements.invoiceId, body.invoice_id))
    await db.update(orders).set(received).where(eq(orders.id, orderId))
    return [body.invoice_id, `order ${orderId}`]
  }

  test.each([
    ['Asia/Kolkata', '2026-11-20T18:29:59.999Z', '2026-11-20T18:30:00.000Z'],
    ['America/New_York', '2026-11-21T04:59:59.999Z', '2026-11-21T05:00:00.000Z'],
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
  ])('begins at midnight in the time zone of the office: %s', async (zone, before, midnight) => {
    const earlier = await receiveAt(before)
    const [deal, order] = await receiveAt(midnight)
    vi.stubEnv('TZ', zone)
    const { printed } = await runOps('.', server.env, ['deals', '--since', '2026-11-21'])
    const heads = printed.map((line) => line.split('  ', 2).join('  '))
    expect(heads).toContain(`${deal}  received 2026-11-21 00:00`)
    expect(heads).toContain(`${order}  2026-11-21 00:00`)
    for (const name of earlier) expect(printed.join('\n')).not.toContain(`${name}  `)
  })
})
