import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/client.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { createDeps } from '../../src/deps.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import { type Answer, type Client, signIn } from '../setup/client.ts'
import { run, type ThrowAwayPostgres } from '../setup/throw-away-postgres.ts'
import { startSmallPostgres } from './small-postgres.ts'

const MOST_ORDERS = 2_000
const codeOf = (error: unknown) => (error as pg.DatabaseError).code

describe('a server whose PostgreSQL', () => {
  let dataDir = ''
  let postgres: ThrowAwayPostgres
  let url = ''
  let database: Database
  let app: FastifyInstance
  let ravi: Client
  let customerId: number
  const logged: string[] = []

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'veni-outage-'))
    postgres = await startSmallPostgres(40)
    await run(`${postgres.url}/postgres`, 'create database veni tablespace small')
    url = `${postgres.url}/veni`
    database = await openPostgres(url)
    await storeRunners(database.db)
    customerId = (await newCustomer(database.db)).id
    const env = { DATA_DIR: dataDir, DATABASE_URL: url, RUNNER_CALLS_PER_MINUTE: '0' }
    const log = { info: () => undefined, error: (line: string) => void logged.push(line) }
    app = await buildApp(createDeps(readConfig(env), database.db, log))
    ravi = await signIn(app, RAVI.phone)
  })
  afterAll(async () => {
    await app.close()
    await database.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  })

  const post = (key: string = randomUUID()) =>
    ravi.send('POST', '/api/orders', orderBody(customerId), { 'idempotency-key': key })
  const isUnavailable = ({ status, body, headers }: Answer, retryAfter: number) =>
    status === 503 &&
    (body as { error: { code: string } }).error.code === 'unavailable' &&
    Number(headers['retry-after']) === retryAfter
  const connect = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /** Inserts about 2 KB for each row, until the disk is full. */
  async function insertUntilFull(client: pg.Client, rows: number): Promise<void> {
    const text = `select string_agg(md5(random()::text || part || n), '') from generate_series(1, 60) as part`
    for (;;) {
      const insert = `insert into ballast select (${text}) from generate_series(1, ${rows}) as n`
      const code = await client.query(insert).then(() => undefined, codeOf)
      if (code === '53100') return
      expect(code).toBeUndefined()
    }
  }

  async function connectUntilRefused(): Promise<pg.Client[]> {
    const clients: pg.Client[] = []
    for (;;) {
      const client = await connect().catch(codeOf)
      if (client === '53300') return clients
      clients.push(client as pg.Client)
    }
  }

  it('has a full disk answers 503 to writes and goes on with reads, until there is space', async () => {
    const client = await connect()
    await client.query('create table ballast (text text)')
    await client.query('alter table ballast alter column text set storage external')
    for (const rows of [1_000, 100, 10, 1]) await insertUntilFull(client, rows)
    let last: Answer | undefined
    for (let count = 0; count < MOST_ORDERS && (last?.status ?? 201) === 201; count += 1)
      last = await post()
    expect(last).toSatisfy((answer: Answer) => isUnavailable(answer, 60))
    expect((await ravi.get('/api/customers')).status).toBe(200)
    await client.query('drop table ballast')
    await client.end()
    expect((await post()).status).toBe(201)
  })

  it('has no connection left answers 503 to writes, and stores each when it is repeated', async () => {
    const clients = await connectUntilRefused()
    const keys = Array.from({ length: 20 }, () => randomUUID())
    const answers = await Promise.all(keys.map(post))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter((answer) => !isUnavailable(answer, 5))).toEqual([])
    await Promise.all(clients.map((client) => client.end()))
    for (const key of keys) await expect.poll(() => post(key)).toMatchObject({ status: 201 })
  })

  it('stops answers 503 to the writes that it works on and to all later ones', async () => {
    const client = await connect()
    await client.query('begin; lock table orders')
    const running = post()
    await expect
      .poll(() => client.query('select from pg_locks where not granted'))
      .toMatchObject({ rowCount: 1 })
    await postgres.stop()
    expect(await running).toSatisfy((answer: Answer) => isUnavailable(answer, 5))
    expect(await post()).toSatisfy((answer: Answer) => isUnavailable(answer, 5))
    expect((await ravi.get('/api/customers')).status).toBe(503)
    // Each outage is logged, because the operator can end it.
    expect(logged.length).toBeGreaterThan(3)
  })
})
