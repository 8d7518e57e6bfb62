import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { customers, orders, reservedDeals } from '../../src/db/schema.ts'
import { importRecords } from '../../src/ops/import/records/import-records.ts'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import type { Client } from '../setup/client.ts'
import {
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storeRunners,
} from '../fixtures/records.ts'
import { listLockWaits } from '../setup/lock-waits.ts'
import { useServer } from '../setup/server.ts'

vi.mock('../../src/db/answer-limits.ts', async (load) =>
  (await import('../setup/long-lock-limit.ts')).withLongLockLimit(load),
)

/** Another connection holds a lock, so that a request waits as long as a test needs. No result depends on timing. */
describe('requests on PostgreSQL that run at the same time', () => {
  const server = useServer('postgres')
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const order = (customerId: number, key: string) =>
    ravi.send('POST', '/api/orders', orderBody(customerId), { 'idempotency-key': key })
  const countOrders = (customerId: number) =>
    server.deps.db.$count(orders, eq(orders.customerId, customerId))

  /** Sends a request that waits for the locked customer, runs `meanwhile`, and then unlocks the customer. */
  async function whileWaiting<T>(
    customerId: number,
    send: () => Promise<T>,
    meanwhile: () => Promise<void>,
  ): Promise<T> {
    let sent: Promise<T> | undefined
    await server.deps.db.transaction(async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
      sent = send()
      await expect.poll(waiting).toHaveLength(1)
      await meanwhile()
    })
    return sent!
  }

  const waiting = () => listLockWaits(server.deps.db)

  it('refuse a duplicate at once while the first runs, and answer it later', async () => {
    const { id } = await newCustomer(server.deps.db)
    const key = randomUUID()
    const first = await whileWaiting(
      id,
      () => order(id, key),
      async () => {
        expect(await order(id, key)).toMatchObject({
          status: 409,
          body: { error: { code: 'in-progress' } },
        })
      },
    )
    const again = await order(id, key)
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect(await countOrders(id)).toBe(1)
  })

  it.each(['order', 'settlement'] as const)(
    'lock the customer before the %s, as a deal does, so that the two cannot wait for each other',
    async (record) => {
      const { id } = await newCustomer(server.deps.db)
      const settlement = settlementBody(id)
      const made =
        record === 'order'
          ? await order(id, randomUUID())
          : await ravi.send('POST', '/api/settlements', settlement)
      const orderId = (made.body as { id: number }).id
      const isThis =
        record === 'order'
          ? sql`orders where id = ${orderId}`
          : sql`settlements where invoice_id = ${settlement.invoice_id}`
      const url =
        record === 'order' ? `/api/orders/${orderId}` : `/api/settlements/${settlement.invoice_id}`
      const delivered = await whileWaiting(
        id,
        () => ravi.send('PUT', url, { status: 'delivered' }),
        async () => {
          const lockFree = sql`select 1 from ${isThis} for update skip locked`
          expect(await server.deps.db.execute(lockFree)).toMatchObject({ rowCount: 1 })
        },
      )
      expect(delivered.status).toBe(200)
    },
  )

  it.each(['move', 'import'])(
    'lock several customers by their ids when the office makes a(n) %s, so that two never wait for each other',
    async (what) => {
      const { db } = server.deps
      // Stored and named with the highest first, and 1000 is a text before 999.
      const lowest = what === 'move' ? 980 : 9_980
      const ids = Array.from({ length: 40 }, (_, at) => lowest + 39 - at)
      for (const id of ids) await newCustomer(db, { id })
      const change = (): Promise<unknown> => (what === 'move' ? moveAll(ids) : importAll(ids))
      const isOne = inArray(customers.id, ids)
      await whileWaiting(lowest, change, async () => {
        const free = await db
          .select()
          .from(customers)
          .where(isOne)
          .for('update', { skipLocked: true })
        expect(free).toHaveLength(ids.length - 1)
      })
      expect(await db.$count(customers, and(isOne, eq(customers.runnerId, LAKSHMI.id)))).toBe(40)
    },
  )
  const moveAll = (ids: number[]) =>
    moveCustomersBetween(server.deps, { from: RAVI.phone, to: LAKSHMI.phone, ids })
  async function importAll(ids: number[]) {
    const rows = ids.map((id) => `${id},Anjali,assigned,${LAKSHMI.id}`)
    async function* bytes() {
      yield await Promise.resolve(
        Buffer.from(['id,member_name,status,runner_id', ...rows].join('\n')),
      )
    }
    const options = { skipBad: false, onBadRow: () => undefined, onDiscarded: () => undefined }
    await importRecords(server.deps.db, 'customers', bytes(), options)
  }

  it('store nothing of a write whose connection breaks, so that a repeat succeeds', async () => {
    const { id } = await newCustomer(server.deps.db)
    const key = randomUUID()
    const broken = await whileWaiting(
      id,
      () => order(id, key),
      async () => {
        const [{ pid } = { pid: 0 }] = await waiting()
        await server.deps.db.execute(sql`select pg_terminate_backend(${pid})`)
        await expect.poll(waiting).toHaveLength(0)
      },
    )
    expect(broken.status).toBe(503)
    expect(server.takeErrors()).toHaveLength(2)
    const again = await order(id, key)
    expect(again.status).toBe(201)
    expect(again.headers).not.toHaveProperty('idempotent-replayed')
    expect(await countOrders(id)).toBe(1)
  })

  it.each([
    ['is stored', 409],
    ['fails', 201],
  ])(
    'make the second deal of a visit wait, and when the first %s, answer it with %s',
    async (end, status) => {
      const { id } = await newCustomer(server.deps.db)
      const settlement = settlementBody(id)
      const { visit_id: visitId } = settlement
      let second: ReturnType<Client['send']> | undefined
      const first = server.deps.db.transaction(async (tx) => {
        await tx
          .insert(reservedDeals)
          .values({ visitId, invoiceId: randomUUID(), kind: 'cash-payment' })
        second = ravi.send('POST', '/api/settlements', settlement)
        await expect.poll(waiting).toHaveLength(1)
        if (status === 201) throw new Error(end)
      })
      await Promise.allSettled([first])
      expect((await second!).status).toBe(status)
    },
  )

  it('continue after a connection breaks between two statements', async () => {
    const { db } = server.deps
    const broken = db.transaction(async (tx) => {
      const result = await tx.execute(sql`select pg_backend_pid() as pid`)
      const { pid } = (result as unknown as { rows: { pid: number }[] }).rows[0]!
      const isThere = sql`select 1 from pg_stat_activity where pid = ${pid}`
      await db.execute(sql`select pg_terminate_backend(${pid})`)
      await expect.poll(() => db.execute(isThere)).toMatchObject({ rows: [] })
      await tx.execute(sql`select 1`)
    })
    await expect(broken).rejects.toThrow('Failed query')
    const { id } = await newCustomer(db)
    expect((await order(id, randomUUID())).status).toBe(201)
  })

  it('end the open transactions of a server that lost its power', async () => {
    const result = await server.deps.db.execute(sql`show idle_in_transaction_session_timeout`)
    expect(result).toMatchObject({ rows: [{ idle_in_transaction_session_timeout: '5min' }] })
  })
})
