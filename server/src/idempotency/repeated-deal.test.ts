import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import type { Database } from '../db/client.ts'
import { answerOnce } from './answer-once.ts'
import type { Answer, DealOfRequest } from './claimed-keys.ts'

const deal: DealOfRequest = { invoiceId: 'INV-1-AAAAAA', dateField: 'settlement_date' }
const recorded = { invoice_id: deal.invoiceId, settlement_date: '2026-11-25T10:00:00.000Z' }
const writtenAgain: Answer = { status: 201, body: 'written again' }

describe.each(databaseKinds)(
  'a deal that comes again under its key with other content (%s)',
  (kind) => {
    let database: Database
    beforeAll(async () => {
      database = await openFreshDatabase(kind)
      await storeRunners(database.db)
    })
    afterAll(() => database.close())

    /** @param stored the answer to the first request of the key */
    async function repeat(stored: Answer, asked: DealOfRequest | undefined) {
      const key = randomUUID()
      let writes = 0
      const run = (requestHash: string, answer: Answer) =>
        database.db.transaction((tx) =>
          answerOnce(tx, { runnerId: RAVI.id, key, requestHash, deal: asked }, () => {
            writes += 1
            return Promise.resolve(answer)
          }),
        )
      await run('a request', stored)
      const result = await run('other content', writtenAgain).catch((error: unknown) => error)
      return { result, writes }
    }

    const answerWith = (body: unknown, status = 201): Answer => ({
      status,
      body: JSON.stringify(body),
    })

    test('is judged by the write, and counts as a repeat', async () => {
      const { result, writes } = await repeat(answerWith(recorded), deal)
      expect(result).toEqual({ ...writtenAgain, isReplayed: true })
      expect(writes).toBe(2)
    })

    test.each([
      ['the key has another deal', answerWith({ ...recorded, invoice_id: 'INV-2-BBBBBB' }), deal],
      ['the key has a delivery', answerWith(recorded, 200), deal],
      [
        'the key has a deal of another call',
        answerWith({ ...recorded, settlement_date: undefined, payment_date: 'now' }),
        deal,
      ],
      ['the key has an answer without fields', answerWith(null), deal],
      ['the call records no deal', answerWith(recorded), undefined],
    ] as const)('is refused when %s', async (_, stored, asked) => {
      const { result, writes } = await repeat(stored, asked)
      expect(result).toMatchObject({ code: 'idempotency-mismatch' })
      expect(writes).toBe(1)
    })
  },
)
