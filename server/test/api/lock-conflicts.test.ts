import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../src/db/schema.ts'
import { cashDeal } from '../fixtures/phone-file.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('a write that PostgreSQL ends for another one (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    const { db } = server.deps
    await storeRunners(db)
    ravi = await server.signIn(RAVI.phone)
    // A sequence counts the attempts, because no rollback takes its numbers back.
    await db.execute(sql`create sequence attempts minvalue -1000`)
    await db.execute(sql`create function fail_at_first() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') <= 3 then
          raise exception 'ended' using errcode = tg_argv[0];
        end if;
        return new;
      end $$`)
  })

  const failWith = async (code: string) => {
    await server.deps.db.execute(sql`drop trigger if exists conflict on orders`)
    await server.deps.db.execute(
      sql`create trigger conflict before insert on orders for each row execute function fail_at_first(${sql.raw(`'${code}'`)})`,
    )
  }
  const startCounting = (from: number) =>
    server.deps.db.execute(sql`select setval('attempts', ${from}, false)`)

  it.each(['40P01', '40001'])('with %s runs again and is stored once', async (code) => {
    await failWith(code)
    await startCounting(1)
    const { id } = await newCustomer(server.deps.db)
    expect((await ravi.send('POST', '/api/orders', orderBody(id))).status).toBe(201)
    expect(await server.deps.db.$count(orders, eq(orders.customerId, id))).toBe(1)
  })

  it('is part of whole work, which runs again and is recorded once', async () => {
    await failWith('40P01')
    await startCounting(1)
    const { id } = await newCustomer(server.deps.db)
    const { entry } = await cashDeal(id)
    const { work } = entry
    const item = { version: 1, id: entry.id, customer_id: entry.customerId, work }
    expect(await ravi.send('POST', '/api/work', { items: [item] })).toMatchObject({
      status: 200,
      body: { results: [{ outcome: 'recorded' }] },
    })
    expect(await server.deps.db.$count(orders, eq(orders.customerId, id))).toBe(1)
  })

  it('too often is 503 with Retry-After, and stores nothing', async () => {
    await failWith('40P01')
    await startCounting(-100)
    const { id } = await newCustomer(server.deps.db)
    expect(await ravi.send('POST', '/api/orders', orderBody(id))).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { error: { code: 'unavailable' } },
    })
    expect(await server.deps.db.$count(orders, eq(orders.customerId, id))).toBe(0)
    expect(server.takeErrors()).toHaveLength(2)
  })
})
