import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { newCustomer, RAVI, settlementBody, storeRunners } from '../../../test/fixtures/records.ts'
import { createOrder } from '../../../test/fixtures/single-orders.ts'
import { orders, settlements } from '../../db/schema.ts'

describe.each(opsWays)(
  'after a newer release was taken back, npm run ops -- deals, %s',
  (_, kind) => {
    const server = useOps(kind)
    let ravi: Client
    beforeAll(async () => {
      await storeRunners(server.deps.db)
      ravi = await server.signIn(RAVI.phone)
    })

    test('shows a deal and an order with a flag that only the newer release knows', async () => {
      const { db } = server.deps
      const { id } = await newCustomer(db)
      const body = settlementBody(id)
      expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
      const orderId = await createOrder(ravi, id)
      const stored = [
        { kind: 'two-scales', field: 'hair_weight' },
        { kind: 'wrong-clock', field: 'completed_at' },
      ]
      const flags = sql`${JSON.stringify(stored)}::jsonb`
      await db.update(settlements).set({ flags })
      await db.update(orders).set({ flags })
      const { code, printed, errors } = await runOps('.', server.env, ['deals', '--attention'])
      expect({ code, errors }).toEqual({ code: 0, errors: [] })
      expect(printed.map((line) => line.split('  ')[0])).toEqual(
        expect.arrayContaining([body.invoice_id, `order ${orderId}`]),
      )
      const known = printed.filter((line) => line.startsWith("! the phone's clock was wrong"))
      expect(known).toHaveLength(1)
      const line = '! a newer release has flagged it: two-scales hair_weight'
      expect(printed.filter((one) => one === line)).toHaveLength(2)
    })
  },
)
