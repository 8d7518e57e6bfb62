import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { selectRows } from '../db/client.ts'
import { plainReference } from '../db/columns.ts'
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

  it('reads the longest reference at once, also one of which NFKC makes 36,000 characters', async () => {
    const text = sql`${'ﷺ'.repeat(2_000)}::text`
    const measure = async (expression: SQL) => {
      const from = performance.now()
      await selectRows(server.deps.db, sql`select ${expression}`)
      return performance.now() - from
    }
    const reads: number[] = []
    const normalizes: number[] = []
    for (let round = 0; round < 7; round += 1) {
      reads.push(await measure(plainReference(text)))
      normalizes.push(await measure(sql`length(normalize(${text}, NFKC))`))
    }
    // With `translate` before all else it was fifty times: a second in the embedded database, for each deal.
    expect(Math.min(...reads)).toBeLessThan(12 * Math.min(...normalizes))
  })

  it('reads the first 255 letters and digits of a reference, whatever is between them', async () => {
    const reference = plainReference(sql`${'-౫'.repeat(1_000)}::text`)
    const rows = await selectRows(server.deps.db, sql`select ${reference} as plain`)
    expect(rows).toEqual([{ plain: '5'.repeat(255) }])
  })
})
