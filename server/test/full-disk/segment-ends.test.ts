import { randomUUID } from 'node:crypto'
import { count, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/client.ts'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { orders } from '../../src/db/schema.ts'
import { createDeps } from '../../src/deps.ts'
import type { Log } from '../../src/log.ts'
import { DataFolderSpace } from '../../src/space/disk-space.ts'
import { newCustomer, orderBody, RAVI, storeRunners } from '../fixtures/records.ts'
import { type Answer, type Client, signIn } from '../setup/client.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { approachSegmentEnd, SEGMENT_BYTES, writeRecord } from './wal-position.ts'

/** A few ends of segments in every test run, 60 in `npm run test:disk`. */
const ends = Number(process.env.SEGMENT_ENDS ?? 6)
const KB = 1024
const LIMIT_MS = 10_000
const ROUNDS = 40

/** How many bytes of the segment are left when the disk fills, and how many bytes of the disk. */
const cases = [
  { before: 300, left: 0 },
  { before: 8 * KB, left: SEGMENT_BYTES - 4 * KB },
  { before: 64 * KB, left: 4 * KB },
  { before: 300, left: SEGMENT_BYTES / 2 },
  { before: 8 * KB, left: 64 * KB },
  { before: 64 * KB, left: SEGMENT_BYTES },
  { before: 16 * KB, left: 128 * KB },
  { before: 8 * KB + 300, left: 0 },
  { before: 300, left: SEGMENT_BYTES - 64 * KB },
  { before: 128 * KB, left: 8 * KB },
] as const

describe(`a server whose disk fills at ${ends} ends of segments of the log`, () => {
  let disk: SmallDisk
  let database: Database
  let app: FastifyInstance
  let ravi: Client
  let customerId: number
  let stopWatching: () => void
  /** The id of each acknowledged order under its key; undefined for a refused one. */
  let sent: Map<string, number | undefined>
  const lines: string[] = []
  const log: Log = {
    info: (line) => void lines.push(line),
    error: (line, error) => void lines.push(`${line}: ${String(error)}`),
  }

  beforeEach(async () => {
    disk = await mountSmallDisk(300)
    const { folder: dataDir } = disk
    database = await openEmbedded(dataDir, inject('embeddedTemplate'), undefined, {
      log,
      // A checkpoint in the background creates files of the log, and the test waits for the moment when one is missing.
      startWork: () => () => {},
    })
    await storeRunners(database.db)
    customerId = (await newCustomer(database.db)).id
    // Without a floor, so that nothing hides the danger.
    const config = readConfig({ DATA_DIR: dataDir, MIN_FREE_MB: '0', RUNNER_CALLS_PER_MINUTE: '0' })
    const space = new DataFolderSpace({ dataDir, leastBytes: config.leastFreeBytes, log })
    stopWatching = space.watch({ withReserve: true })
    app = await buildApp(createDeps(config, database.db, log, space))
    ravi = await signIn(app, RAVI.phone)
    sent = new Map()
  })
  afterEach(async () => {
    stopWatching()
    await app.close()
    await database.close()
    await disk.unmount()
  })

  async function postOrder(key: string): Promise<Answer<{ id: number }>> {
    const answer = await inTime(
      ravi.send<{ id: number }>('POST', '/api/orders', orderBody(customerId), {
        'idempotency-key': key,
      }),
    )
    if (answer.status === 201) sent.set(key, answer.body.id)
    else if (!sent.has(key)) sent.set(key, undefined)
    return answer
  }

  const read = () => inTime(ravi.get('/api/customers'))

  /** Posts orders from two phones, and reads, until the log needs a new file and gets none. */
  async function postOverTheEnd(): Promise<Answer[]> {
    const answers: Answer[] = []
    const before = deaths()
    for (let round = 0; round < ROUNDS && deaths() === before; round += 1)
      answers.push(
        ...(await Promise.all([postOrder(randomUUID()), postOrder(randomUUID()), read()])),
      )
    return answers
  }

  const deaths = () => lines.filter((line) => line.includes('The database stopped')).length

  it(
    'goes on with reads, answers 503 to writes, and writes again when there is space [R-7.046]',
    async () => {
      for (let end = 0; end < ends; end += 1) {
        const { before, left } = cases[end % cases.length]!
        await approachSegmentEnd(database.db, disk.folder, before)
        await disk.fill(left)
        const deathsBefore = deaths()
        expect((await postOverTheEnd()).filter(isWrong)).toEqual([])
        // Without space for a row no order gets as far as the end; a record of the log alone does.
        const expected = left < SEGMENT_BYTES ? deathsBefore + 1 : deathsBefore
        if (deaths() < expected)
          await writeRecord(database.db, 2 * before + KB).catch(() => undefined)
        await expect.poll(deaths, WITHIN).toBeGreaterThanOrEqual(expected)
        // The disk is still full.
        await expect.poll(read, WITHIN).toMatchObject({ status: 200 })
        await database.db.execute(sql`checkpoint`).catch(() => undefined)
        await expect.poll(read, WITHIN).toMatchObject({ status: 200 })
        await disk.empty()
        await expect.poll(() => postOrder(randomUUID()), WITHIN).toMatchObject({ status: 201 })
      }
      await expectEachOnce()
    },
    600_000 + ends * 30_000,
  )

  async function expectEachOnce() {
    const acknowledged = [...sent].filter(([, id]) => id !== undefined)
    for (const [key, id] of acknowledged)
      expect(await postOrder(key)).toMatchObject({ status: 201, body: { id } })
    for (const key of sent.keys()) expect((await postOrder(key)).status).toBe(201)
    expect(new Set(sent.values()).size).toBe(sent.size)
    expect(await database.db.select({ rows: count() }).from(orders)).toEqual([{ rows: sent.size }])
  }
})

/** A call is done, or it is refused in the way in which a phone waits and sends it again. */
function isWrong({ status, body, headers }: Answer): boolean {
  if (status < 300) return false
  const { error } = body as { error?: { code: string } }
  return status !== 503 || error?.code !== 'unavailable' || !(Number(headers['retry-after']) > 0)
}

const WITHIN = { interval: 200 }

/** No call may wait longer than the watchdog. */
async function inTime<T>(call: Promise<T>): Promise<T> {
  const begun = performance.now()
  const answer = await call
  const ms = performance.now() - begun
  if (ms > LIMIT_MS) throw new Error(`A call took ${Math.round(ms)} ms`)
  return answer
}
