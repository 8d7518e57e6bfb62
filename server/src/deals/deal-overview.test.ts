import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../test/setup/databases.ts'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  settlementBody,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { useServer } from '../../test/setup/server.ts'
import { listAllDeals } from './deal-overview.ts'

describe.each(databaseKinds)('the list of all deals (%s)', (kind) => {
  const server = useServer(kind)

  test('has deals of both kinds and of one moment by their invoice ids, the last first', async () => {
    const { db } = server.deps
    await storeRunners(db)
    const ravi = await server.signIn(RAVI.phone)
    const { id } = await newCustomer(db)
    const deals = [
      ['/api/settlements', settlementBody(id, { invoice_id: 'INV-1000000000001-AAAAAA' })],
      ['/api/cash-payments', cashPaymentBody(id, { invoice_id: 'INV-1000000000002-AAAAAA' })],
      ['/api/settlements', settlementBody(id, { invoice_id: 'INV-1000000000003-AAAAAA' })],
    ] as const
    for (const [path, body] of deals) expect((await ravi.send('POST', path, body)).status).toBe(201)
    for (const table of ['settlements', 'cash_payments'])
      await db.execute(sql`update ${sql.identifier(table)} set created_at = '2026-11-21T03:30:00Z'`)
    const listed: string[] = []
    await listAllDeals(server.deps, {}, ({ invoice_id: one }) => void listed.push(one))
    expect(listed).toEqual(deals.map(([, { invoice_id: one }]) => one).toReversed())
  })
})
