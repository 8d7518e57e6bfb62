import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkResult } from '@veni/domain/api/work'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/client.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { orders } from '../../src/db/schema.ts'
import { findOutage } from '../../src/db/unavailable.ts'
import { createDeps } from '../../src/deps.ts'
import { silentLog } from '../../src/log.ts'
import { cashDeal } from '../fixtures/phone-file.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import { type Answer, type Client, signIn } from '../setup/client.ts'
import { type DatabaseLink, startLink } from '../setup/database-link.ts'
import { run } from '../setup/throw-away-postgres.ts'

/** Enough for each statement of a slow machine, and more than the two seconds of `/api/health/ready`. */
const ANSWER_SECONDS = 4

describe('a server whose PostgreSQL', () => {
  const name = `veni_${randomUUID().replaceAll('-', '')}`
  const dataDir = mkdtempSync(join(tmpdir(), 'veni-frozen-'))
  let link: DatabaseLink
  let database: Database
  let app: FastifyInstance
  let ravi: Client
  let customerId: number

  beforeAll(async () => {
    await run(`${inject('postgresUrl')}/postgres`, `create database ${name}`)
    link = await startLink(inject('postgresUrl'))
    const url = `${link.url}/${name}`
    database = await openPostgres(url, { answerSeconds: ANSWER_SECONDS })
    await storeRunners(database.db)
    customerId = (await newCustomer(database.db)).id
    const env = { DATA_DIR: dataDir, DATABASE_URL: url, RUNNER_CALLS_PER_MINUTE: '0' }
    const { ping } = database
    app = await buildApp({ ...createDeps(readConfig(env), database.db, silentLog), ping })
    ravi = await signIn(app, RAVI.phone)
  })
  afterAll(async () => {
    await app.close()
    await database.close()
    await link.close()
    rmSync(dataDir, { recursive: true })
  })

  const get = async (path: string) => {
    const { statusCode: status, headers } = await app.inject({ url: path })
    return { status, retryAfter: headers['retry-after'] }
  }
  const post = () => ravi.send('POST', '/api/orders', orderBody(customerId))
  const isUnavailable = ({ status, headers, body }: Answer) =>
    status === 503 &&
    Number(headers['retry-after']) === 5 &&
    (body as { error: { code: string } }).error.code === 'unavailable'

  it('answers is live and ready', async () => {
    expect(await get('/api/health/live')).toMatchObject({ status: 200 })
    await expect.poll(() => get('/api/health/ready')).toMatchObject({ status: 200 })
  })

  it('does not answer is live and not ready, and refuses writes until there is an answer', async () => {
    link.freeze()
    const answered: string[] = []
    const noteEnd = <T>(name: string, answer: Promise<T>) =>
      answer.finally(() => void answered.push(name))
    const [live, ready, write] = await Promise.all([
      noteEnd('live', get('/api/health/live')),
      noteEnd('ready', get('/api/health/ready')),
      noteEnd('write', post()),
    ])
    expect(live).toMatchObject({ status: 200 })
    expect(ready).toMatchObject({ status: 503, retryAfter: '5' })
    expect(write).toSatisfy(isUnavailable)
    // The write waits for the limit of its statement: who asks for the health has the answer sooner.
    expect(answered).toEqual(['live', 'ready', 'write'])
    link.thaw()
    await expect.poll(post).toMatchObject({ status: 201 })
    await expect.poll(() => get('/api/health/ready')).toMatchObject({ status: 200 })
  })

  it('does not answer gets all its connections back, although 40 transactions began meanwhile', async () => {
    const { db } = database
    const MOST = 20
    const runTogether = (work: () => Promise<unknown>) =>
      Promise.allSettled(Array.from({ length: 2 * MOST }, work))
    const countOpen = async () => {
      await runTogether(() => db.execute(sql`select pg_sleep(0.2)`))
      return database.connections().open
    }
    const countDone = async () => {
      const ended = await runTogether(() => db.transaction((tx) => tx.execute(sql`select 1`)))
      return ended.filter(({ status }) => status === 'fulfilled').length
    }
    // So that the pool has all of its connections.
    await expect.poll(countOpen).toBe(MOST)
    link.freeze()
    expect(await countDone()).toBe(0)
    link.thaw()
    // A slow machine may need longer to connect than a server waits.
    await expect.poll(countDone).toBe(2 * MOST)
    const { open, idle } = database.connections()
    expect(open - idle).toBe(0)
  })

  it('does not answer a rollback never gets that connection again', async () => {
    const { db } = database
    await expect.poll(() => db.execute(sql`select 1`)).toMatchObject({ rowCount: 1 })
    const before = database.connections()
    expect(before.open).toBe(before.idle)
    link.freezeAt('rollback')
    const failing = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      throw new Error('A step failed.')
    })
    await expect(failing).rejects.toSatisfy((error) => findOutage(error) === 'no database')
    // At once: the next call would get a connection whose transaction has not ended.
    const { open, idle } = database.connections()
    expect([open, idle]).toEqual([before.open - 1, before.idle - 1])
    link.thaw()
    await expect.poll(post).toMatchObject({ status: 201 })
  })

  it('does not answer the rollback of refused work makes the phone send it again', async () => {
    const { entry } = await cashDeal(customerId)
    const item = { version: 1, id: entry.id, customer_id: entry.customerId, work: entry.work }
    const other = { ...entry.work, payment: { ...entry.work.payment, visit_id: randomUUID() } }
    const send = (work: object) =>
      ravi.send<{ results: WorkResult[] }>('POST', '/api/work', { items: [{ ...item, work }] })
    expect((await send(entry.work)).body.results).toMatchObject([{ outcome: 'recorded' }])
    link.freezeAt('rollback')
    const waits = { outcome: 'not-recorded', status: 503, retry_after_s: 5 }
    expect((await send(other)).body.results).toMatchObject([waits])
    link.thaw()
    await expect.poll(post).toMatchObject({ status: 201 })
    expect((await send(other)).body.results).toMatchObject([{ status: 422 }])
  })

  it('has no connection for more calls is ready', async () => {
    const office = new pg.Client({ connectionString: `${inject('postgresUrl')}/${name}` })
    await office.connect()
    await office.query('begin; lock table orders')
    // More than the pool has connections. Each gets its answer, or an error when its time is over.
    const waiting = Array.from({ length: 40 }, () => database.db.select().from(orders))
    const ended = Promise.allSettled(waiting)
    await expect.poll(() => database.connections().waiting).toBeGreaterThan(0)
    const readReady = async () => {
      const { status } = await get('/api/health/ready')
      return { status, isBusy: database.connections().waiting > 0 }
    }
    await expect.poll(readReady).toEqual({ status: 200, isBusy: true })
    await office.query('rollback')
    await office.end()
    await ended
  })

  it('holds up one statement for too long refuses that call, and answers the next one', async () => {
    const office = new pg.Client({ connectionString: `${inject('postgresUrl')}/${name}` })
    await office.connect()
    await office.query('begin; lock table orders')
    expect(await post()).toSatisfy(isUnavailable)
    await office.query('rollback')
    await office.end()
    expect((await post()).status).toBe(201)
  })
})
