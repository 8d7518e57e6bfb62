import { randomUUID } from 'node:crypto'
import type { WorkResult } from '@veni/domain/api/work'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endConflictBy } from '../../src/customers/conflicts.ts'
import { customerConflicts, customers, rateCounts } from '../../src/db/schema.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const conflict = { outcome: 'not-recorded', status: 409 }

describe.each(databaseKinds)('conflicts that a runner causes (%s)', (kind) => {
  const server = useServer(kind, { RECORD_MB_PER_DAY: '1' })
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    await server.deps.db.delete(rateCounts)
  })

  /** A customer whose comments the office has changed. */
  async function newChanged(fields: Partial<typeof customers.$inferInsert> = {}) {
    const office = { comments: 'Call first', officeChangedAt: new Date() }
    return (await newCustomer(server.deps.db, { ...office, ...fields })).id
  }
  const newItem = (customerId: number, comments = '') => ({
    version: 1,
    id: randomUUID() as string,
    customer_id: String(customerId),
    work: {
      kind: 'customer-update',
      body: { status: 'hold', comments: 'After the festival' },
      seen: { status: 'assigned', comments, next_followup: null, at: '2026-11-21T04:00:00.000Z' },
    },
  })
  const send = async (client: Client, ...items: object[]) =>
    (await client.send<{ results: WorkResult[] }>('POST', '/api/work', { items })).body.results
  const stored = (customerId: number) =>
    server.deps.db
      .select()
      .from(customerConflicts)
      .where(eq(customerConflicts.customerId, customerId))

  it('count for the quota of the records, and beyond it none is stored [R-7.042]', async () => {
    const id = await newChanged()
    const long = () => newItem(id, 'x'.repeat(4_000))
    const first = long()
    expect(await send(ravi, first)).toMatchObject([conflict])
    const isBytes = eq(rateCounts.key, `bytes of records of runner ${RAVI.id}`)
    const counted = await server.deps.db.select().from(rateCounts).where(isBytes)
    expect(counted[0]?.calls).toBeGreaterThan(4_000)
    expect(await send(ravi, first)).toMatchObject([conflict])
    expect(await server.deps.db.select().from(rateCounts).where(isBytes)).toEqual(counted)

    await server.deps.db.update(rateCounts).set({ calls: 1_000_000 }).where(isBytes)
    expect(await send(ravi, long(), long())).toMatchObject([{ status: 429 }, { status: 429 }])
    expect(await send(ravi, first)).toMatchObject([conflict])
    expect(await stored(id)).toHaveLength(1)
  })

  it('are stored for a customer without a runner, whom the office can give to the runner', async () => {
    const id = await newChanged({ runnerId: null, status: 'interested' })
    expect(await send(ravi, newItem(id))).toMatchObject([conflict])
    const [open] = await stored(id)
    expect(open).toMatchObject({ runnerId: RAVI.id, endedAt: null })
    await endConflictBy(server.deps, open!.id, 'runner')
    const [customer] = await server.deps.db.select().from(customers).where(eq(customers.id, id))
    expect(customer).toMatchObject({ runnerId: RAVI.id, status: 'hold' })
  })

  it('do not replace the conflict of another runner under the same id', async () => {
    const [own, others] = [await newChanged(), await newChanged({ runnerId: LAKSHMI.id })]
    const item = newItem(own)
    await send(ravi, item)
    const before = await stored(own)
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const same = { ...newItem(others, 'another text'), id: item.id }
    expect(await send(lakshmi, same)).toMatchObject([conflict])
    expect(await stored(own)).toEqual(before)
  })

  it('are refused again after their end when a runner has changed the customer since', async () => {
    const id = await newChanged()
    const item = newItem(id)
    expect(await send(ravi, item)).toMatchObject([conflict])
    const [open] = await stored(id)
    await endConflictBy(server.deps, open!.id, 'office')
    const newer = newItem(id, 'Call first')
    newer.work.body.comments = 'After the harvest'
    expect(await send(ravi, newer)).toMatchObject([{ outcome: 'recorded' }])
    // A copy of the refused call arrives late.
    expect(await send(ravi, item)).toMatchObject([conflict])
    expect(await stored(id)).toMatchObject([{ endedAt: expect.any(Date) as unknown }])
    const again = newItem(id, 'After the harvest')
    expect(await send(ravi, { ...again, id: item.id })).toMatchObject([{ outcome: 'recorded' }])
    const [customer] = await server.deps.db.select().from(customers).where(eq(customers.id, id))
    expect(customer).toMatchObject({ comments: 'After the festival' })
    // Now a copy of the first call gets the stored answer.
    expect(await send(ravi, item)).toMatchObject([{ outcome: 'recorded' }])
  })
})
