import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Database, selectRows } from '../../src/db/client.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createDeps } from '../../src/deps.ts'
import { silentLog } from '../../src/log.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import { signIn } from '../setup/client.ts'
import { createFreshPostgres } from '../setup/databases.ts'
import { type Pooler, startPooler } from '../setup/pooler.ts'

const SESSIONS = 3
const ORDERS_AT_ONCE = 60

describe('servers behind a pooler in transaction mode', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veni-pooled-'))
  let env: NodeJS.ProcessEnv
  let pooler: Pooler
  let databases: Database[]
  let apps: FastifyInstance[]

  beforeAll(async () => {
    pooler = await startPooler(inject('postgresUrl'), SESSIONS)
    const url = await createFreshPostgres()
    const poolerUrl = url.replace(inject('postgresUrl'), pooler.url)
    const addresses = { DATABASE_URL: url, DATABASE_POOLER_URL: poolerUrl }
    env = { ...addresses, DATA_DIR: dataDir, RUNNER_CALLS_PER_MINUTE: '0' }
    // At once: only one of them may change the role.
    databases = await Promise.all(
      [1, 2, 3].map(() => openDatabase(readConfig(env), { isServing: true })),
    )
    apps = await Promise.all(
      databases.map(({ db }) => buildApp(createDeps(readConfig(env), db, silentLog))),
    )
  })
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()))
    await Promise.all(databases.map(({ close }) => close()))
    await pooler.stop()
    rmSync(dataDir, { recursive: true })
  })

  it('answer many calls at once with few sessions', async () => {
    const { db } = databases[0] as Database
    await storeRunners(db)
    const { id } = await newCustomer(db)
    const phones = await Promise.all(apps.map((app) => signIn(app, RAVI.phone)))
    const count = async (rows: SQL) =>
      (await selectRows<{ count: number }>(db, sql`select count(*)::integer ${rows}`))[0]?.count
    const sessions = sql`from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'`
    // Those of the migrations may still be ending.
    await expect.poll(() => count(sessions)).toBeLessThanOrEqual(SESSIONS)
    const orders = phones.flatMap((phone) =>
      Array.from({ length: ORDERS_AT_ONCE / phones.length }, () =>
        phone.send('POST', '/api/orders', orderBody(id)),
      ),
    )
    expect((await Promise.all(orders)).filter(({ status }) => status !== 201)).toEqual([])
    expect(await count(sql`from orders`)).toBe(ORDERS_AT_ONCE)
    expect(await count(sessions)).toBeLessThanOrEqual(SESSIONS)
  })

  it('refuse calls for a moment when it starts again, and go on', async () => {
    const { db } = databases[0] as Database
    const { id } = await newCustomer(db)
    const phones = await Promise.all(apps.map((app) => signIn(app, RAVI.phone)))
    let isBack = false
    const busy = phones.map(async (phone) => {
      const answers: unknown[] = []
      while (!isBack) {
        const { status, headers } = await phone.send('POST', '/api/orders', orderBody(id))
        answers.push(status === 503 ? [status, Number(headers['retry-after'])] : status)
      }
      return answers
    })
    await pooler.restart()
    isBack = true
    const others = (await Promise.all(busy)).flat().filter((status) => status !== 201)
    expect(others.length).toBeGreaterThan(0)
    expect(others).toEqual(others.map(() => [503, 5]))
    for (const phone of phones)
      await expect
        .poll(() => phone.send('POST', '/api/orders', orderBody(id)))
        .toMatchObject({ status: 201 })
  })

  it('have the limits of statements in every session, which the commands of the office have not', async () => {
    const readLimits = async ({ db }: Database) => {
      const names = ['statement_timeout', 'idle_in_transaction_session_timeout']
      const read = async (name: string) =>
        (await selectRows<Record<string, string>>(db, sql.raw(`show ${name}`)))[0]?.[name]
      return Promise.all(names.map(read))
    }
    for (const database of databases) expect(await readLimits(database)).toEqual(['15s', '5min'])
    const office = await openDatabase(readConfig(env))
    expect(await readLimits(office)).toEqual(['10min', '5min'])
    await office.close()
  })

  it('start only with the address of PostgreSQL itself', () => {
    expect(() => readConfig({ ...env, DATABASE_URL: '' })).toThrow(
      'DATABASE_POOLER_URL needs DATABASE_URL',
    )
  })
})
