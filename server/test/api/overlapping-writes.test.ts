/** All writes at once, of two runners and the office at three servers, on the same customers. */
import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Work, WorkKind } from '@veni/domain/work'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Db } from '../../src/db/client.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { cashPayments, customers, orders, recordedWork, settlements } from '../../src/db/schema.ts'
import { isLockConflict } from '../../src/db/unavailable.ts'
import { createDeps, type Deps } from '../../src/deps.ts'
import { type ImportedEntry, importDeals } from '../../src/ops/import/deals/import-deals.ts'
import {
  newSharedWork,
  officeIds,
  type Overlap,
  sendWhole,
  writeByOffice,
  writeByPhone,
} from '../fixtures/overlapping-writes.ts'
import { cashDeal, newFile } from '../fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import { signIn } from '../setup/client.ts'
import { type Pooler, startPooler } from '../setup/pooler.ts'
import { useServer } from '../setup/server.ts'

vi.mock('../../src/db/answer-limits.ts', async (load) =>
  (await import('../setup/long-lock-limit.ts')).withLongLockLimit(load),
)

const SEED = 7
/** The long run sends so many calls that they take some minutes. */
const mostMs = process.env.OVERLAP_CALLS === undefined ? 600_000 : 3_600_000
/** Of PostgreSQL, for three servers behind the pooler. */
const SESSIONS = 12
const lockWaits = sql`
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`
const visitOf = (work: Work) => ('order' in work ? (work.order.visit_id ?? '') : '')

describe.each([false, true])('overlapping writes on PostgreSQL (with a pooler: %s)', (isPooled) => {
  const server = useServer('postgres', { RUNNER_CALLS_PER_MINUTE: '0' })
  let pooler: Pooler | undefined
  const others: { app: FastifyInstance; close: () => Promise<void> }[] = []
  const apps: { app: FastifyInstance; deps: Deps }[] = []
  const failures: unknown[] = []
  const conflicts: unknown[] = []
  beforeAll(async () => {
    const { deps, env } = server
    await storeRunners(deps.db)
    await storePrices(deps.db)
    for (const id of officeIds) await newCustomer(deps.db, { id })
    const url = env['DATABASE_URL'] ?? ''
    if (isPooled) pooler = await startPooler(inject('postgresUrl'), SESSIONS)
    const poolerUrl = pooler && url.replace(inject('postgresUrl'), pooler.url)
    for (let more = 0; more < 3; more += 1) {
      const database = await openPostgres(url, { poolerUrl })
      const log = {
        info: () => undefined,
        error: (...failure: unknown[]) => void failures.push(failure),
      }
      const ownDeps = createDeps(readConfig(env), watchConflicts(database.db), log)
      const app = await buildApp(ownDeps)
      apps.push({ app, deps: ownDeps })
      others.push({ app, close: database.close })
    }
  })
  afterAll(async () => {
    for (const { app, close } of others) {
      await app.close()
      await close()
    }
    await pooler?.stop()
  })

  /** Stores each attempt that PostgreSQL ended in favour of another one, also when it ran again. */
  function watchConflicts(db: Db): Db {
    const transaction: Db['transaction'] = async (work, settings) => {
      try {
        return await db.transaction(work, settings)
      } catch (error) {
        if (isLockConflict(error)) conflicts.push(error)
        throw error
      }
    }
    return new Proxy(db, {
      get: (target, name) =>
        name === 'transaction' ? transaction : (Reflect.get(target, name) as unknown),
    })
  }

  async function writeAtOnce(overlap: Overlap) {
    const [ravis, lakshmis] = [await newSharedWork(SEED), await newSharedWork(SEED + 1)]
    const busy: Promise<void>[] = []
    for (const [at, { app, deps }] of apps.entries()) {
      const ravi = { client: await signIn(app, RAVI.phone), ...overlap }
      const lakshmi = { client: await signIn(app, LAKSHMI.phone), ...overlap }
      busy.push(
        writeByPhone(ravi, SEED + 10 + at, ravis),
        writeByPhone(ravi, SEED + 20 + at, ravis),
        writeByPhone(lakshmi, SEED + 30 + at, lakshmis),
        writeByPhone(lakshmi, SEED + 40 + at, lakshmis),
        writeByOffice({ deps, shared: ravis, ...overlap }, SEED + 50 + at),
        writeByOffice({ deps, shared: ravis, ...overlap }, SEED + 60 + at),
      )
    }
    await Promise.all(busy)
    return ravis
  }

  it(
    'are all answered, wait for each other in one order, and store nothing twice',
    async () => {
      const overlap: Overlap = { replies: [], imported: [] }
      const ravis = await writeAtOnce(overlap)
      expect(overlap.replies.length).toBeGreaterThan(300)
      expect(overlap.imported).not.toEqual([])
      expect(overlap.replies.filter(({ status }) => status >= 500 || status === 429)).toEqual([])
      expect(failures).toEqual([])
      expect(conflicts).toEqual([])

      // What was refused, because the customer had another runner, is sent once more.
      const { db } = server.deps
      await db.update(customers).set({ runnerId: RAVI.id })
      const client = await signIn(apps[0]!.app, RAVI.phone)
      const replies: Overlap['replies'] = []
      for (const sent of ravis) await sendWhole({ client, replies }, [sent])
      expect(replies.filter(({ status }) => status !== 200)).toEqual([])

      const works = ravis.map(({ entry: { work } }) => work)
      const count = (kind: WorkKind) => works.filter((work) => work.kind === kind).length
      const isRavis = eq(cashPayments.runnerId, RAVI.id)
      expect(await db.$count(cashPayments, isRavis)).toBe(count('cash-payment'))
      expect(await db.$count(settlements, eq(settlements.runnerId, RAVI.id))).toBe(
        count('settlement'),
      )
      const made = await db.select().from(orders)
      const visits = made.map(({ visitId }) => visitId ?? '')
      expect(new Set(visits).size).toBe(visits.length)
      expect(visits).toEqual(expect.arrayContaining(works.map(visitOf).filter(Boolean)))
    },
    mostMs,
  )

  it('an import waits for an entry that its phone is sending before it locks the customer and the order', async () => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const deal = await cashDeal(customer.id)
    const { id, work } = deal.entry
    // An older app sent the order under the number of another runner, so the import gives it to the runner of the deal.
    const ravi = await signIn(apps[0]!.app, RAVI.phone)
    expect((await ravi.send('POST', '/api/orders', work.order)).status).toBe(201)
    const entry = { ...deal.entry, owner: LAKSHMI.phone }
    const file = { ...newFile([{ ...deal, entry }]), owner: LAKSHMI.phone }
    const bytes = Readable.from([Buffer.from(JSON.stringify(file))])
    const imported: ImportedEntry[] = []
    let importing: Promise<unknown> | undefined
    // The phone's own call, which has the row of the entry and goes on to the customer.
    const sending = db.transaction(async (tx) => {
      const { kind } = work
      const row = { id, runnerId: LAKSHMI.id, kind, contentHash: '', customerId: customer.id }
      await tx.insert(recordedWork).values(row)
      const source = { bytes, runnerPhone: undefined }
      importing = importDeals(apps[1]!.deps, source, (one) => void imported.push(one))
      await expect.poll(() => db.execute(lockWaits)).toMatchObject({ rows: [{ count: 1 }] })
      await tx.execute(sql`select from customers where id = ${customer.id} for update nowait`)
      return tx.rollback()
    })
    await expect(sending).rejects.toThrow('Rollback')
    await importing
    expect(imported).toMatchObject([{ outcome: 'added' }])
    expect(conflicts).toEqual([])
    expect(await db.select().from(orders).where(eq(orders.invoiceId, deal.name))).toMatchObject([
      { runnerId: LAKSHMI.id },
    ])
  })
})
