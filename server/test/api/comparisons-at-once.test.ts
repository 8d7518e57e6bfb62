import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { eraseCustomer } from '../../src/customers/personal-data.ts'
import { recordedWork } from '../../src/db/schema.ts'
import { lockWork } from '../../src/reconciliation/store.ts'
import { newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

describe('a comparison beside others on PostgreSQL', () => {
  const server = useServer('postgres')
  beforeAll(() => storeRunners(server.deps.db))

  const waiting = () =>
    server.deps.db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  const newWork = (customerId: number) =>
    ({
      id: randomUUID(),
      runnerId: RAVI.id,
      customerId,
      kind: 'settlement',
      contentHash: '',
    }) as const

  it('runs alone, and delays no other write', async () => {
    const { db } = server.deps
    const { id: customerId } = await newCustomer(db)
    const work = newWork(customerId)
    await db.insert(recordedWork).values(work)
    const ravi = await server.signIn(RAVI.phone)
    const items = [{ id: work.id, photos: [], is_sent: true }]
    const answered: number[] = []
    const compare = async (phone: number) => {
      const body = {
        phone_id: randomUUID(),
        unsent: { deals: 0, photos: 0, others: 0 },
        items: phone === 1 ? items : [],
      }
      await ravi.send('POST', '/api/reconciliation', body)
      answered.push(phone)
    }
    let compared: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await lockWork(tx, RAVI.id, [work.id])
      const first = compare(1)
      await expect.poll(waiting).toMatchObject({ rowCount: 1 })
      compared = Promise.all([first, compare(2)])
      for (const status of ['hold', 'pending']) {
        const reply = await ravi.send('PUT', `/api/customers/${customerId}`, { status })
        expect(reply.status).toBe(200)
      }
      expect(answered).toEqual([])
    })
    await compared
    expect(answered).toEqual([1, 2])
  })

  it('locks the works in one order with an erase of their customer', async () => {
    const { db } = server.deps
    const { id: customerId } = await newCustomer(db)
    const ids = [randomUUID(), randomUUID()].toSorted()
    // The table has the rows in the other order.
    for (const id of ids.toReversed())
      await db.insert(recordedWork).values({ ...newWork(customerId), id })
    let erased: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      const [first = '', last = ''] = ids
      await lockWork(tx, RAVI.id, [first])
      erased = eraseCustomer(server.deps, customerId)
      await expect.poll(waiting).toMatchObject({ rowCount: 1 })
      // Fails when the erase has this row already and waits for the other one: both would wait for each other.
      const isLast = eq(recordedWork.id, last)
      await tx.select().from(recordedWork).where(isLast).for('update', { noWait: true })
    })
    await erased
  })
})
