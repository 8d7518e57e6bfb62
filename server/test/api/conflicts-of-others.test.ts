/** The id of an entry is made by a phone: two runners can send the same one. */
import { randomUUID } from 'node:crypto'
import type { CustomerUpdate } from '@veni/domain/api/customers'
import type { WorkResult } from '@veni/domain/api/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { customerConflicts } from '../../src/db/schema.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const body: CustomerUpdate = { status: 'rejected', notes: 'No hair' }
const at = '2026-11-21T04:00:00.000Z'
const seen = { status: 'assigned', comments: '', next_followup: null, at }

describe.each(databaseKinds)(
  'an entry with the id of a conflict of another runner (%s)',
  (kind) => {
    const server = useServer(kind)
    let ravi: Client
    let lakshmi: Client
    beforeAll(async () => {
      await storeRunners(server.deps.db)
      ravi = await server.signIn(RAVI.phone)
      lakshmi = await server.signIn(LAKSHMI.phone)
    })

    async function send(runner: Client, id: string, customerId: number, saw = seen) {
      const work = { kind: 'customer-update', body, seen: saw }
      const items = [{ version: 1, id, customer_id: String(customerId), work }]
      const { body: reply } = await runner.send<{ results: WorkResult[] }>('POST', '/api/work', {
        items,
      })
      return reply.results[0]
    }

    it.each([
      ['the same', seen],
      ['something else', { ...seen, status: 'interested' }],
    ])('is recorded when its runner saw %s, and the conflict stays open', async (_what, saw) => {
      const { db } = server.deps
      const office = { status: 'hold', officeChangedAt: new Date() }
      const { id: customerId } = await newCustomer(db, office)
      const { id: other } = await newCustomer(db, { runnerId: LAKSHMI.id })
      const id = randomUUID()
      expect(await send(ravi, id, customerId)).toMatchObject({ status: 409 })
      expect(await send(lakshmi, id, other, saw)).toMatchObject({ outcome: 'recorded' })
      const isOfRavi = eq(customerConflicts.customerId, customerId)
      expect(await db.select().from(customerConflicts).where(isOfRavi)).toMatchObject([
        { runnerId: RAVI.id, endedAt: null },
      ])
    })
  },
)
