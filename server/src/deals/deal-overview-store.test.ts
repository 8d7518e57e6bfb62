import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { selectRows } from '../db/client.ts'
import { makeCashPaymentPageQuery } from './deal-overview-store.ts'

describe.each(databaseKinds)('a page of cash payments on %s', (kind) => {
  const server = useServer(kind)

  it('looks up each UPI reference in an index, so that the number of payments does not matter', async () => {
    const page = { receivedSince: undefined, runnerPhone: undefined, below: undefined, most: 200 }
    const plan = await server.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return JSON.stringify(
        await selectRows(tx, sql`explain ${makeCashPaymentPageQuery(tx, page)}`),
      )
    })
    expect(plan).toMatch(
      /cash_payments_by_upi_reference[^"]*other|Index Cond: \(md5\(upi_reference/,
    )
    expect(plan).toContain('cash_payments_by_plain_reference')
  })
})
