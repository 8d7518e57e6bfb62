import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { createDeps } from '../../src/deps.ts'
import { writeReserve } from '../../src/space/reserve.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import { FROM_OUR_PAGE, signIn } from '../setup/client.ts'
import { ServerProcess } from '../setup/server-process.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { approachSegmentEnd } from './wal-position.ts'

const MB = 1024 * 1024
const WITHIN = { interval: 200 }

describe('a server process on a full disk', () => {
  let disk: SmallDisk
  let cookie: string
  let customerId: number
  let started: ServerProcess[]

  beforeEach(async () => {
    disk = await mountSmallDisk(200)
    started = []
    await leaveKilledDatabase()
  })
  afterEach(async () => {
    await Promise.all(started.map((server) => server.kill('SIGKILL')))
    await disk.unmount()
  })

  /** A database as a process leaves it after SIGKILL, a few hundred bytes before the end of a segment. */
  async function leaveKilledDatabase() {
    const dataDir = mkdtempSync(join(tmpdir(), 'veni-killed-'))
    const database = await openEmbedded(dataDir, inject('embeddedTemplate'))
    await storeRunners(database.db)
    customerId = (await newCustomer(database.db)).id
    const app = await buildApp(createDeps(readConfig({ DATA_DIR: dataDir }), database.db))
    cookie = (await signIn(app, RAVI.phone)).cookie
    await app.close()
    await approachSegmentEnd(database.db, dataDir, 300)
    cpSync(join(dataDir, 'database'), join(disk.folder, 'database'), { recursive: true })
    await database.close()
    rmSync(dataDir, { recursive: true })
  }

  function start(leastMb: number): ServerProcess {
    const server = new ServerProcess({ DATA_DIR: disk.folder, MIN_FREE_MB: String(leastMb) })
    started.push(server)
    return server
  }

  const read = async (address: string, path = '/api/customers') =>
    fetch(new URL(path, address), { headers: { cookie } })

  const post = async (
    address: string,
    path = '/api/orders',
    body: object = orderBody(customerId),
  ) =>
    fetch(new URL(path, address), {
      method: 'POST',
      headers: { ...FROM_OUR_PAGE, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** Without the database, which makes and removes files of its own at any time. */
  const storedNames = () =>
    readdirSync(disk.folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('database'),
    )

  const answerOf = async (answer: Response) => ({
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: (await answer.json()) as unknown,
  })
  const waitForSpace = {
    status: 503,
    retryAfter: '60',
    body: { error: { code: 'unavailable' } },
  }

  /** A server that cannot end ends itself after 9.5 seconds: the rest is time for a slow machine. */
  async function expectToEnd(server: ServerProcess, code: number | null) {
    const begun = performance.now()
    expect(await server.kill('SIGTERM')).toMatchObject({ code })
    expect(performance.now() - begun).toBeLessThan(20_000)
  }

  it('starts in the space of its reserve, reads, and writes when there is space [R-7.047]', async () => {
    await writeReserve(disk.folder)
    await disk.fill(0)
    const first = start(0)
    const address = await first.address()
    expect((await read(address)).status).toBe(200)
    expect(await answerOf(await post(address))).toMatchObject(waitForSpace)
    await disk.empty()
    await expect.poll(async () => (await post(address)).status, WITHIN).toBe(201)
    expect(existsSync(join(disk.folder, 'reserve'))).toBe(true)

    await first.kill('SIGKILL')
    await disk.fill(0)
    const second = start(0)
    expect((await read(await second.address())).status).toBe(200)
    await expectToEnd(second, 0)
  })

  it('waits for space when there is none to open its database, and ends when asked to [R-7.047]', async () => {
    await disk.fill(0)
    const first = start(0)
    await expect.poll(() => first.output, WITHIN).toContain('too little space to open')
    await expectToEnd(first, null)
    const second = start(0)
    await expect.poll(() => second.output, WITHIN).toContain('too little space to open')
    await disk.empty()
    expect((await read(await second.address())).status).toBe(200)
  })

  it('answers 503 to every write below MIN_FREE_MB, reads, and writes again above it [R-7.046]', async () => {
    const server = start(30)
    const address = await server.address()
    expect((await post(address)).status).toBe(201)
    await expect.poll(() => existsSync(join(disk.folder, 'reserve')), WITHIN).toBe(true)
    await disk.fill(20 * MB)
    await expect.poll(async () => (await post(address)).status, WITHIN).toBe(503)
    const names = storedNames()
    for (const path of ['/api/orders', '/api/images', '/api/uploads', '/api/sign-in/session'])
      expect(await answerOf(await post(address, path, {}))).toMatchObject(waitForSpace)
    expect(storedNames()).toEqual(names)
    expect((await read(address)).status).toBe(200)
    const health = await read(address, '/api/admin-health')
    expect(await health.json()).toEqual({ status: 'degraded', database: 'ok' })
    await disk.empty()
    await expect.poll(async () => (await post(address)).status, WITHIN).toBe(201)
    await expectToEnd(server, 0)
    expect(server.output.match(/reads go on, writes wait/g)).toHaveLength(1)
    expect(server.output.match(/free: writes go on/g)).toHaveLength(1)
  })
})
