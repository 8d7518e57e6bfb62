import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { rateCounts } from '../../src/db/schema.ts'
import { LAKSHMI, RAVI } from '../fixtures/records.ts'
import { uploadCalls, UPLOADS } from '../fixtures/upload-calls.ts'
import { request, signIn } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

/** Small limits: 5 reads, 5 writes and 100 parts of photos for a runner, 12 calls for an address. */
const limits = { RUNNER_CALLS_PER_MINUTE: '5', ADDRESS_CALLS_PER_MINUTE: '12' }

describe.each(databaseKinds)('the limits of calls on %s', (kind) => {
  const server = useServer(kind, limits)

  /** Another server process on the same database. */
  async function startProcess() {
    const app = await buildApp(server.deps)
    onTestFinished(() => app.close())
    return app
  }

  /** The memory of the embedded database's server ends with its process; PostgreSQL has a table. */
  beforeEach(() => server.deps.db.delete(rateCounts).then(() => undefined))

  const many = (count: number, call: () => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: count }, call)).then((answers) =>
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
    )

  it('refuses the sixth read of a runner by 429 with Retry-After, the error body and all headers [R-7.033]', async () => {
    const ravi = await signIn(await startProcess(), RAVI.phone)
    for (let call = 0; call < 5; call++) expect((await ravi.get('/api/products')).status).toBe(200)
    const refused = await ravi.get('/api/customers')
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'rate-limited', message: expect.any(String) as string } },
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    })
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  it('accepts calls again a minute after the first one, whenever the others came', async () => {
    let time = Date.now()
    const app = await buildApp({ ...server.deps, now: () => new Date(time) })
    onTestFinished(() => app.close())
    const ravi = await signIn(app, RAVI.phone)
    const waitSeconds = async (seconds: number) => {
      time += seconds * 1_000
      // PostgreSQL counts by its own clock.
      const endsAt = sql`${rateCounts.endsAt} - ${seconds}::integer * interval '1 second'`
      await server.deps.db.update(rateCounts).set({ endsAt })
    }
    const read = async () => (await ravi.get('/api/products')).status
    for (let call = 0; call < 5; call++) {
      expect(await read()).toBe(200)
      await waitSeconds(10)
    }
    expect(await read()).toBe(429)
    await waitSeconds(11)
    expect(await read()).toBe(200)
  })

  it('has one budget for reads, one for writes and one for photos, and one for each runner', async () => {
    const app = await startProcess()
    const ravi = await signIn(app, RAVI.phone)
    const lakshmi = await signIn(app, LAKSHMI.phone)
    const write = () => ravi.send('PUT', '/api/customers/999', { status: 'hold' })
    expect(await many(8, () => ravi.get('/api/products'))).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(3).fill(429),
    ])
    expect(await many(8, write)).toEqual([
      ...Array<number>(5).fill(404),
      ...Array<number>(3).fill(429),
    ])
    const unknown = `${UPLOADS}/${ravi.runnerId}-${'0'.repeat(32)}`
    const head = () => uploadCalls(() => app).call(ravi, 'HEAD', unknown)
    // One after the other: a runner has a limit of calls of uploads at the same time, too.
    for (let call = 0; call < 100; call++) expect((await head()).status).toBe(404)
    expect((await head()).status).toBe(429)
    expect((await lakshmi.get('/api/products')).status).toBe(200)
  })

  it('limits calls without a session by their address, and none of the runners behind it', async () => {
    const app = await startProcess()
    const ravi = await signIn(app, RAVI.phone)
    const from = (remoteAddress: string, headers = {}) =>
      request(app, 'GET', '/api/products', { remoteAddress, headers })
    const forged = { cookie: 'veni=no-session' }
    expect(await many(14, () => from('203.0.113.7', forged))).toEqual([
      ...Array<number>(12).fill(401),
      429,
      429,
    ])
    const signingIn = await request(app, 'POST', '/api/sign-in/session', {
      body: { phone: RAVI.phone, code: '123456' },
      remoteAddress: '203.0.113.7',
    })
    expect(signingIn.status).toBe(429)
    expect((await from('203.0.113.7', { cookie: ravi.cookie })).status).toBe(200)
    expect((await from('203.0.113.8')).status).toBe(401)
  })

  it('takes all addresses of one IPv6 network of 64 bits for one address', async () => {
    const app = await startProcess()
    const from = (remoteAddress: string) => request(app, 'GET', '/api/products', { remoteAddress })
    for (let call = 0; call < 12; call++)
      expect((await from(`2001:db8::${call.toString(16)}:1`)).status).toBe(401)
    expect((await from('2001:db8::ffff:1')).status).toBe(429)
    expect((await from('2001:db8:0:1::1')).status).toBe(401)
  })

  it('never refuses a health check, and asks the database once for calls at the same time', async () => {
    let queries = 0
    const counting = new Proxy(server.deps.db, {
      get(db, name) {
        if (name === 'execute') queries += 1
        return Reflect.get(db, name) as unknown
      },
    })
    const app = await buildApp({ ...server.deps, db: counting })
    onTestFinished(() => app.close())
    await app.ready()
    expect(await many(100, () => request(app, 'GET', '/api/ping'))).toEqual(
      Array<number>(100).fill(200),
    )
    queries = 0
    expect(await many(100, () => request(app, 'GET', '/api/admin-health'))).toEqual(
      Array<number>(100).fill(200),
    )
    expect(queries).toBeLessThan(5)
  })

  it('limits nothing when the settings say so', async () => {
    const callsPerMinute = { perRunner: 0, perAddress: 0 }
    const app = await buildApp({
      ...server.deps,
      config: { ...server.deps.config, callsPerMinute },
    })
    onTestFinished(() => app.close())
    const ravi = await signIn(app, RAVI.phone)
    expect(new Set(await many(30, () => ravi.get('/api/products')))).toEqual(new Set([200]))
    expect(new Set(await many(30, () => request(app, 'GET', '/api/products')))).toEqual(
      new Set([401]),
    )
  })
})

describe('the limits of calls of servers that share PostgreSQL', () => {
  const server = useServer('postgres', limits)

  it('count together, exactly, over all processes and at the same moment', async () => {
    const apps = [await buildApp(server.deps), await buildApp(server.deps)]
    onTestFinished(() => Promise.all(apps.map((app) => app.close())).then(() => undefined))
    const { cookie } = await server.signIn(RAVI.phone)
    const calls = Array.from({ length: 40 }, (_, index) =>
      request(apps[index % 2]!, 'GET', '/api/products', { headers: { cookie } }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  })

  it('begin again when the minute is over, and store neither an address nor a session', async () => {
    const { db } = server.deps
    await db.delete(rateCounts)
    const ask = () => request(server.app, 'GET', '/api/products', { remoteAddress: '203.0.113.99' })
    for (let call = 0; call < 13; call++) await ask()
    expect((await ask()).status).toBe(429)
    const rows = await db.select().from(rateCounts)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('203.0.113')
    await db.update(rateCounts).set({ endsAt: sql`now() - interval '1 second'` })
    expect((await ask()).status).toBe(401)
  })

  it('are deleted at most once a minute when they have ended, or began by a clock that was ahead, also after the clock was set back [R-7.071]', async () => {
    const { db } = server.deps
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const deleted = vi.spyOn(db, 'delete')
    const app = await buildApp(server.deps)
    onTestFinished(() => app.close())
    const ask = () => request(app, 'GET', '/api/products', { remoteAddress: '203.0.113.98' })
    for (const ms of [0, 60_000, 60_000, -600_000]) {
      vi.setSystemTime(Date.now() + ms)
      await db.delete(rateCounts)
      deleted.mockClear()
      await db.insert(rateCounts).values([
        { key: 'over', calls: 1, endsAt: sql`now() - interval '1 hour'` },
        { key: 'over: ahead', calls: 1, endsAt: sql`now() + interval '3 days'` },
        { key: 'of a day', calls: 1, endsAt: sql`now() + interval '1 day'` },
      ])
      for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(401)
      const keys = async () => (await db.select().from(rateCounts)).map(({ key }) => key)
      await vi.waitFor(
        async () =>
          expect((await keys()).filter((key) => key.startsWith('over'))).toHaveLength(
            ms === 0 ? 2 : 0,
          ),
        60_000,
      )
      expect(await keys()).toContain('of a day')
      expect(deleted).toHaveBeenCalledTimes(ms === 0 ? 0 : 1)
    }
  })

  it('go on when the ended ones cannot be deleted, and the operator sees it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const broken = new Error('no deletion')
    const app = await buildApp(server.deps)
    onTestFinished(() => app.close())
    const ask = () => request(app, 'GET', '/api/products', { remoteAddress: '203.0.113.97' })
    await ask()
    vi.setSystemTime(Date.now() + 60_000)
    vi.spyOn(server.deps.db, 'delete').mockImplementationOnce(
      () => ({ where: () => Promise.reject(broken) }) as never,
    )
    expect((await ask()).status).toBe(401)
    await vi.waitFor(
      () => expect(server.takeErrors()).toEqual(['Old counts were not deleted', broken]),
      60_000,
    )
    expect((await ask()).status).toBe(401)
  })

  it('are stored without waiting for the disk', async () => {
    const { rows } = (await server.deps.db.execute(
      sql`select relpersistence from pg_class where relname = 'rate_counts'`,
    )) as unknown as { rows: { relpersistence: string }[] }
    expect(rows).toEqual([{ relpersistence: 'u' }])
  })
})
