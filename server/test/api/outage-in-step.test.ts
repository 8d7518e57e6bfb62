/** The database fails while it stores a step of whole work. A trigger reports what PostgreSQL reports then. */
import { Readable } from 'node:stream'
import type { WorkResult } from '@veni/domain/api/work'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashPayments } from '../../src/db/schema.ts'
import { findOutage } from '../../src/db/unavailable.ts'
import { type ImportedEntry, importDeals } from '../../src/ops/import/deals/import-deals.ts'
import { cashDeal, newFile } from '../fixtures/phone-file.ts'
import { newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const ADMIN_SHUTDOWN = '57P01'
const DISK_FULL = '53100'
const READ_ONLY = '25006'

describe.each(databaseKinds)('an outage of the database within a step on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    const { db } = server.deps
    await storeRunners(db)
    ravi = await server.signIn(RAVI.phone)
    // A sequence counts the attempts, because no rollback takes its numbers back.
    await db.execute(sql`create sequence attempts`)
    await db.execute(sql`create function fail() returns trigger language plpgsql as $$
      begin
        perform nextval('attempts');
        raise exception 'ended' using errcode = tg_argv[0];
      end $$`)
  })
  beforeEach(async () => {
    await server.deps.db.execute(sql`select setval('attempts', 1, false)`)
  })

  const failWith = async (code: string) => {
    await server.deps.db.execute(sql`drop trigger if exists outage on cash_payments`)
    await server.deps.db.execute(
      sql`create trigger outage before insert on cash_payments for each row execute function fail(${sql.raw(`'${code}'`)})`,
    )
  }
  const newDeal = async () => cashDeal((await newCustomer(server.deps.db)).id)

  it.each([
    [ADMIN_SHUTDOWN, 5],
    [READ_ONLY, 5],
    [DISK_FULL, 60],
  ])('makes all work of the call wait (%s)', async (code, seconds) => {
    await failWith(code)
    const items = []
    for (const { entry } of [await newDeal(), await newDeal(), await newDeal()])
      items.push({ version: 1, id: entry.id, customer_id: entry.customerId, work: entry.work })
    const reply = await ravi.send<{ results: WorkResult[] }>('POST', '/api/work', { items })
    const waits = { outcome: 'not-recorded', status: 503, retry_after_s: seconds }
    expect(reply.body.results).toMatchObject(items.map(() => waits))
    expect(server.takeErrors().filter((error) => findOutage(error) !== undefined)).not.toEqual([])
    // The work of all customers together, and then the first one alone: the others would only wait for the same failure.
    const [{ next }] = (
      (await server.deps.db.execute(sql`select nextval('attempts')::integer as next`)) as {
        rows: [{ next: number }]
      }
    ).rows
    expect(next - 1).toBe(2)
    expect(await server.deps.db.$count(cashPayments)).toBe(0)
  })

  it('ends an import, which would otherwise refuse each deal', async () => {
    await failWith(ADMIN_SHUTDOWN)
    const file = newFile([await newDeal(), await newDeal()])
    const bytes = Readable.from([Buffer.from(JSON.stringify(file))])
    const imported: ImportedEntry[] = []
    const source = { bytes, runnerPhone: undefined }
    const importing = importDeals(server.deps, source, (one) => void imported.push(one))
    await expect(importing).rejects.toSatisfy((error) => findOutage(error) === 'no database')
    expect(imported).toEqual([])
  })
})
