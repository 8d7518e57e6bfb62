/** Two calls for one deal that have both looked for it before one of them records or delivers it. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../test/fixtures/records.ts'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { listLockWaits } from '../../test/setup/lock-waits.ts'
import { useServer } from '../../test/setup/server.ts'
import { lockCustomer } from '../customers/service.ts'
import { cashPayments, settlements } from '../db/schema.ts'

vi.mock('../db/answer-limits.ts', async (load) =>
  (await import('../../test/setup/long-lock-limit.ts')).withLongLockLimit(load),
)

const deals = [
  { path: '/api/settlements', table: settlements, makeBody: settlementBody },
  { path: '/api/cash-payments', table: cashPayments, makeBody: cashPaymentBody },
] as const

describe.each(databaseKinds)('two calls at once (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  /** Both calls wait for the customer of the deal. The embedded database has one connection, for which they wait. */
  async function callTwice<T>(customerId: number, call: () => Promise<T>): Promise<T[]> {
    const { db } = server.deps
    const isWaiting = async () => kind === 'embedded' || (await listLockWaits(db)).length === 2
    const calls = await db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      const started = [call(), call()]
      await vi.waitUntil(isWaiting, { timeout: 60_000 })
      // The calls end after this transaction, so it must not wait for them.
      return started
    })
    return Promise.all(calls)
  }

  test.each(deals)(
    'that record a deal at $path both get the deal, which is stored once [R-4.070]',
    async ({ path, table, makeBody }) => {
      const { id } = await newCustomer(server.deps.db)
      const body = makeBody(id)
      const answers = await callTwice(id, () => ravi.send('POST', path, body))
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(answers.map((answer) => answer.body)).toEqual([body, body])
      expect(await server.deps.db.$count(table, eq(table.customerId, id))).toBe(1)
    },
  )

  test.each(deals)(
    'that record different deals of one invoice at $path: one gets a conflict',
    async ({ path, table, makeBody }) => {
      const { id } = await newCustomer(server.deps.db)
      const body = makeBody(id)
      const values = [350, 351]
      const answers = await callTwice(id, () =>
        ravi.send('POST', path, { ...body, hair_value: values.pop() }),
      )
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        201, 409,
      ])
      expect(await server.deps.db.$count(table, eq(table.customerId, id))).toBe(1)
    },
  )

  test('that deliver a settlement both get it as it was delivered [R-4.070]', async () => {
    const { id } = await newCustomer(server.deps.db)
    const body = settlementBody(id)
    await ravi.send('POST', '/api/settlements', body)
    const path = `/api/settlements/${body.invoice_id}`
    const answers = await callTwice(id, () => ravi.send('PUT', path, { status: 'delivered' }))
    const delivered = { ...body, status: 'delivered' }
    expect(answers.map((answer) => answer.body)).toEqual([delivered, delivered])
  })
})
