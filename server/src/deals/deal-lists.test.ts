import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { listCashPaymentRecords, listSettlementRecords } from './service.ts'

const lists = [
  { path: '/api/settlements', list: listSettlementRecords, makeBody: settlementBody },
  { path: '/api/cash-payments', list: listCashPaymentRecords, makeBody: cashPaymentBody },
] as const

const EARLIER = '2026-11-21T03:29:59.999Z'
const RECEIVED = '2026-11-21T03:30:00.000Z'

describe.each(databaseKinds)("the list of a runner's deals (%s)", (kind) => {
  const server = useServer(kind)

  test.each(lists)(
    'at $path has each of them once in its parts, also those of one moment',
    async ({ path, list, makeBody }) => {
      const { db } = server.deps
      await storeRunners(db)
      const send = async (runner: typeof RAVI, invoice_id: string, receivedAt: string) => {
        const client = await server.signIn(runner.phone)
        const { id } = await newCustomer(db, { runnerId: runner.id })
        const body = makeBody(id, { invoice_id })
        expect((await client.send('POST', path, body)).status).toBe(201)
        const table = path === '/api/settlements' ? 'settlements' : 'cash_payments'
        await db.execute(
          sql`update ${sql.identifier(table)} set created_at = ${receivedAt} where invoice_id = ${invoice_id}`,
        )
      }
      const [a, b, c, d, other] = ['AAAAAA', 'BBBBBB', 'CCCCCC', 'DDDDDD', 'EEEEEE'].map(
        (end) => `INV-${path.length}-${end}`,
      ) as [string, string, string, string, string]
      // The last one by its id was received first.
      await send(RAVI, d, EARLIER)
      for (const id of [a, b, c]) await send(RAVI, id, RECEIVED)
      await send(LAKSHMI, other, RECEIVED)
      const read = async (before?: { at: number; id: string }) =>
        (await list(db, RAVI.id, { before, most: 2 })).map((deal) => [
          deal.invoice_id,
          deal.received_at,
        ])
      const at = Date.parse(RECEIVED)
      expect(await read()).toEqual([
        [c, RECEIVED],
        [b, RECEIVED],
      ])
      expect(await read({ at, id: b })).toEqual([
        [a, RECEIVED],
        [d, EARLIER],
      ])
      expect(await read({ at, id: a })).toEqual([[d, EARLIER]])
    },
  )
})
