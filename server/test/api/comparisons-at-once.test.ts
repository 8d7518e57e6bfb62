import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { eraseCustomer } from '../../src/customers/personal-data.ts'
import { phones, recordedWork } from '../../src/db/schema.ts'
import { lockWork } from '../../src/reconciliation/store.ts'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import { resetSent, sent } from '../setup/count-statements.ts'
import { listLockWaits } from '../setup/lock-waits.ts'
import { useServer } from '../setup/server.ts'

vi.mock('../../src/db/answer-limits.ts', async (load) =>
  (await import('../setup/long-lock-limit.ts')).withLongLockLimit(load),
)

const NOTHING_UNSENT = { deals: 0, photos: 0, others: 0 }

describe('a comparison beside others on PostgreSQL', () => {
  const server = useServer('postgres')
  beforeAll(() => storeRunners(server.deps.db))

  const waiting = () => listLockWaits(server.deps.db)
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
        unsent: NOTHING_UNSENT,
        items: phone === 1 ? items : [],
      }
      await ravi.send('POST', '/api/reconciliation', body)
      answered.push(phone)
    }
    let compared: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await lockWork(tx, RAVI.id, [work.id])
      const first = compare(1)
      await expect.poll(waiting).toHaveLength(1)
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

  it('of 200 works needs as many statements as one of a single work, and writes each row once', async () => {
    const { db } = server.deps
    const { id: customerId } = await newCustomer(db)
    const works = Array.from({ length: 200 }, () => newWork(customerId))
    await db.insert(recordedWork).values(works)
    const ravi = await server.signIn(RAVI.phone)
    const phoneId = randomUUID()
    const compare = async (named: typeof works) => {
      const items = named.map(({ id }) => ({ id, photos: ['a'.repeat(64)], is_sent: true }))
      resetSent()
      const body = { phone_id: phoneId, unsent: NOTHING_UNSENT, items }
      const { status } = await ravi.send('POST', '/api/reconciliation', body)
      expect(status).toBe(200)
      return sent.statements
    }
    // The first one also opens the row of the phone.
    await compare([])
    expect(await compare(works.slice(1))).toBe(await compare(works.slice(0, 1)))
    const readRows = () =>
      db
        .select({ photos: recordedWork.photoHashes, version: sql`xmin::text` })
        .from(recordedWork)
        .where(eq(recordedWork.phoneId, phoneId))
        .orderBy(recordedWork.id)
    const rows = await readRows()
    expect(rows).toHaveLength(200)
    expect(rows[0]).toMatchObject({ photos: ['a'.repeat(64)] })
    await compare(works)
    expect(await readRows()).toEqual(rows)
  })

  it('reads the items of few phones of a runner, however many the runner has', async () => {
    const { db } = server.deps
    const items = Array.from({ length: 100 }, () => ({
      id: randomUUID(),
      kind: 'deal' as const,
      customer_id: '7',
      photos: 1,
      at: '2026-11-20T09:00:00.000Z',
      reportedAt: '2026-11-20T09:00:00.000Z',
    }))
    await db.insert(phones).values(
      Array.from({ length: 40 }, (_, at) => ({
        id: randomUUID(),
        runnerId: LAKSHMI.id,
        contactAt: new Date(Date.now() - at * 1000),
        unsentDeals: 100,
        unsentPhotos: 0,
        unsentOthers: 0,
        unsentItems: items,
        lostItems: items,
      })),
    )
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const body = { phone_id: randomUUID(), unsent: NOTHING_UNSENT, items: [] }
    resetSent()
    const { status } = await lakshmi.send('POST', '/api/reconciliation', body)
    expect(status).toBe(200)
    // Two phones have 400 items, more than a report answers.
    const bytes = JSON.stringify(items).length
    expect(sent.bytes).toBeGreaterThan(bytes)
    expect(sent.bytes).toBeLessThan(6 * bytes)
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
      await expect.poll(waiting).toHaveLength(1)
      // Fails when the erase has this row already and waits for the other one: both would wait for each other.
      const isLast = eq(recordedWork.id, last)
      await tx.select().from(recordedWork).where(isLast).for('update', { noWait: true })
    })
    await erased
  })
})
