/** A deal is sent again under a new key, and the office erases its customer before the answer is stored (decision 28). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { eraseCustomer } from '../../src/customers/personal-data.ts'
import { idempotencyKeys } from '../../src/db/schema.ts'
import { ClaimedKeys } from '../../src/idempotency/claimed-keys.ts'
import { runStep } from '../../src/work/run-step.ts'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { listLockWaits } from '../setup/lock-waits.ts'
import { useServer } from '../setup/server.ts'

const deals = [
  { name: 'recordSettlement', path: '/api/settlements', makeBody: settlementBody },
  { name: 'recordCashPayment', path: '/api/cash-payments', makeBody: cashPaymentBody },
] as const

describe.each(databaseKinds)('the answer to a call during an erase (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  test.each(deals)('of $name is stored without the customer', async ({ name, path, makeBody }) => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const body = makeBody(id, { customer_name: `Sita ${id}` })
    expect((await ravi.send('POST', path, body)).status).toBe(201)
    const key = randomUUID()
    let isErased = false
    // The embedded database has one connection, for which the erase waits.
    const isWaiting = async () => kind === 'embedded' || (await listLockWaits(db)).length > 0
    const { erase } = await db.transaction(async (tx) => {
      const keys = await ClaimedKeys.claim(tx, RAVI.id, [key])
      const call = { name, params: {}, body }
      await runStep(tx, server.deps, { runnerId: RAVI.id, call, keyed: { keys, key } })
      const begun = eraseCustomer(server.deps, id).then(() => (isErased = true))
      await vi.waitUntil(async () => isErased || isWaiting(), { timeout: 60_000 })
      await keys.end()
      return { erase: begun }
    })
    await erase
    const answers = (await db.select().from(idempotencyKeys)).map((answer) => answer.body)
    expect(answers.filter((answer) => answer.includes(`Sita ${id}`))).toEqual([])
  })
})
