import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { serverRoot } from '../config/folders.ts'
import { createDeps } from '../deps.ts'
import { phones, photos } from '../db/schema.ts'
import { transactIn } from '../db/transact.ts'
import { silentLog } from '../log.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import { type Client, signIn } from '../../test/setup/client.ts'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import { readWithFigures } from '../../test/setup/read-figures.ts'
import { hashOf, photoUrl, storePhoto } from '../photos/service.ts'
import { createMetrics } from './metrics.ts'
import { type MetricsServer, startMetricsServer } from './metrics-server.ts'

const repository = join(serverRoot, '..')

describe.each(databaseKinds)('the metrics of a server on %s', (kind) => {
  let database: Awaited<ReturnType<typeof openFreshDatabase>>
  let app: FastifyInstance
  let server: MetricsServer
  let deps: ReturnType<typeof createDeps>
  let ravi: Client

  beforeAll(async () => {
    database = await openFreshDatabase(kind)
    const env = { DATA_DIR: database.dataDir, RUNNER_CALLS_PER_MINUTE: '0' }
    const metrics = createMetrics(database, silentLog)
    deps = { ...createDeps(readConfig(env), database.db, silentLog), metrics }
    app = await buildApp(deps)
    server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 })
    await storeRunners(database.db)
    await storePrices(database.db)
    ravi = await signIn(app, RAVI.phone)
  })
  afterAll(async () => {
    await server.close()
    await app.close()
    deps.photoDecoder.close()
    await database.close()
  })

  const ask = (path = '/metrics', method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method })
  /** The samples by their names with labels, as Prometheus reads them. */
  async function readSamples(): Promise<Map<string, number>> {
    const text = await (await ask()).text()
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }

  /** Asks new metrics, because the others show their last figures for half a minute. @returns reads the value of a name */
  async function readFresh() {
    const text = await readWithFigures(createMetrics(database, silentLog))
    return (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  }

  it('count calls by route and status, without ids and names', async () => {
    const { id } = await newCustomer(database.db)
    await ravi.send('POST', '/api/orders', orderBody(id))
    await ravi.get(`/api/customers?id=${id}`)
    await ravi.get(`/api/images/${'0'.repeat(64)}.jpg`)
    await app.inject({ url: '/no/such/page' })
    const samples = await readSamples()
    const countOf = (method: string, route: string, status: number) =>
      samples.get(
        `veni_http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      )
    expect(countOf('POST', '/api/orders', 201)).toBe(1)
    expect(countOf('GET', '/api/customers', 200)).toBe(1)
    expect(countOf('GET', '/api/images/:file', 404)).toBe(1)
    expect(countOf('POST', '/api/sign-in/session', 201)).toBe(1)
    const labels = [...samples.keys()].join('\n')
    expect(labels).not.toMatch(/Ravi|9000000001|no\/such/)
  })

  it('have the connections, the repeats, and the memory of the process', async () => {
    const before = (await readSamples()).get('veni_transaction_repeats_total') ?? NaN
    let isFirst = true
    await transactIn(database.db)(async () => {
      if (!isFirst) return
      isFirst = false
      throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
    const samples = await readSamples()
    expect(samples.get('veni_transaction_repeats_total')).toBe(before + 1)
    const open = samples.get('veni_database_connections{state="open"}') ?? 0
    expect(open).toBeGreaterThanOrEqual(samples.get('veni_database_connections{state="idle"}') ?? 9)
    expect(samples.get('veni_database_connections{state="waiting"}')).toBe(0)
    expect(samples.get('veni_process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  })

  it('have the deals of a day, their missing photos, and what phones have not sent', async () => {
    const key = await storePhoto(deps, RAVI.id, await newPhoto())
    const missing = `/api/images/${hashOf(Buffer.from('missing'))}.jpg`
    const lost = await storePhoto(deps, RAVI.id, await newPhoto())
    await database.db.update(photos).set({ lostAt: new Date() }).where(eq(photos.hash, lost.hash))
    const anothers = await storePhoto(deps, LAKSHMI.id, await newPhoto())
    const { id } = await newCustomer(database.db)
    await ravi.send('POST', '/api/orders', orderBody(id))
    const urls = { hair_photo_url: photoUrl(key), cash_receipt_url: missing }
    const paid = await ravi.send('POST', '/api/cash-payments', cashPaymentBody(id, urls))
    await ravi.send('POST', '/api/orders', orderBody(id))
    const more = { hair_photo_url: photoUrl(lost), cash_receipt_url: photoUrl(anothers) }
    const paidAgain = await ravi.send('POST', '/api/cash-payments', cashPaymentBody(id, more))
    const settled = await ravi.send('POST', '/api/settlements', settlementBody(id))
    expect([paid.status, paidAgain.status, settled.status]).toEqual([201, 201, 201])
    const report = { contactAt: new Date(), unsentPhotos: 1, unsentOthers: 0, runnerId: RAVI.id }
    const hourAgo = new Date(Date.now() - 3_600_000)
    await database.db.insert(phones).values([
      { ...report, id: randomUUID(), unsentDeals: 2, unsentSince: hourAgo },
      { ...report, id: randomUUID(), unsentDeals: 1, unsentSince: new Date() },
      { ...report, id: randomUUID(), unsentDeals: 0, unsentSince: null },
    ])
    const valueOf = await readFresh()
    expect(valueOf('veni_payments_last_day')).toBe(2)
    expect(valueOf('veni_settlements_last_day')).toBe(1)
    // One that nobody has, one that is lost, and one that only another runner has.
    expect(valueOf('veni_photos_pending_last_day')).toBe(3)
    expect(valueOf('veni_phones_with_unsent_work')).toBe(2)
    expect(valueOf('veni_unsent_deals')).toBe(3)
    const oldest = valueOf('veni_oldest_unsent_work_seconds')
    expect(oldest).toBeGreaterThanOrEqual(3_600)
    expect(oldest).toBeLessThan(3_900)
  })

  it('have the part of the numbers that is used, of the table that runs out first', async () => {
    const before = (await readFresh())('veni_numbers_used_ratio')
    expect(before).toBeLessThan(0.001)
    await database.db.execute(sql`select setval('customer_changes_id_seq', 1610612736)`)
    expect((await readFresh())('veni_numbers_used_ratio')).toBeCloseTo(0.75, 6)
  })

  it.each(['unsentDeals', 'unsentPhotos', 'unsentOthers'])(
    'count a phone that has only %s, and have the age of its oldest work',
    async (unsent) => {
      const nothing = { unsentDeals: 0, unsentPhotos: 0, unsentOthers: 0, unsentSince: null }
      const contact = { runnerId: RAVI.id, contactAt: new Date() }
      const unsentSince = new Date(Date.now() - 3_600_000)
      await database.db.delete(phones)
      await database.db.insert(phones).values([
        { ...contact, id: randomUUID(), ...nothing },
        { ...contact, id: randomUUID(), ...nothing, [unsent]: 1, unsentSince },
      ])
      const valueOf = await readFresh()
      expect(valueOf('veni_phones_with_unsent_work')).toBe(1)
      expect(valueOf('veni_unsent_deals')).toBe(unsent === 'unsentDeals' ? 1 : 0)
      const oldest = valueOf('veni_oldest_unsent_work_seconds')
      expect(oldest).toBeGreaterThanOrEqual(3_600)
      expect(oldest).toBeLessThan(3_900)
    },
  )

  it('have more unsent deals than an integer of the database can count', async () => {
    const report = { runnerId: RAVI.id, contactAt: new Date(), unsentPhotos: 0, unsentOthers: 0 }
    const many = { ...report, unsentDeals: 2_000_000_000, unsentSince: new Date() }
    await database.db.delete(phones)
    await database.db.insert(phones).values([1, 2].map(() => ({ ...many, id: randomUUID() })))
    expect((await readFresh())('veni_unsent_deals')).toBe(4_000_000_000)
  })

  it.each(['alerts.yml', 'grafana-board.json'])('have every name that %s uses', async (file) => {
    const text = await readFile(join(repository, 'docs/monitoring', file), 'utf8')
    const used = new Set(text.match(/\bveni_\w+/g))
    const names = new Set([...(await readSamples()).keys()].map((name) => name.split('{')[0]))
    expect(used.size).toBeGreaterThan(5)
    expect([...used].filter((name) => !names.has(name))).toEqual([])
  })

  it('answer nothing else on their port', async () => {
    expect((await ask('/metrics')).headers.get('content-type')).toContain('text/plain')
    expect((await ask('/api/ping')).status).toBe(404)
    expect((await ask('/metrics', 'POST')).status).toBe(404)
    const taken = { host: '127.0.0.1', port: server.port }
    await expect(startMetricsServer(createMetrics(database, silentLog), taken)).rejects.toThrow(
      `Cannot listen on METRICS_PORT ${server.port} of 127.0.0.1 (EADDRINUSE).`,
    )
  })
})
