import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { lockPhotos } from '../../src/customers/customer-photos-store.ts'
import type { Database } from '../../src/db/client.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { openPooledPing } from '../../src/db/ping.ts'
import { createDeps } from '../../src/deps.ts'
import { silentLog } from '../../src/log.ts'
import { insertPhoto } from '../../src/photos/store.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { createFreshPostgres } from '../setup/databases.ts'
import { type DatabaseLink, startLink } from '../setup/database-link.ts'
import { type Pooler, startPooler } from '../setup/pooler.ts'

const SESSIONS = 3

describe('servers behind a pooler', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'veni-busy-'))
  /** Between PostgreSQL and everything else, and between the servers and the pooler. */
  let toDatabase: DatabaseLink
  let toPooler: DatabaseLink
  let pooler: Pooler
  let addresses: { readonly url: string; readonly poolerUrl: string }
  let office: Database
  let databases: Database[]
  let apps: FastifyInstance[]

  beforeAll(async () => {
    const url = await createFreshPostgres()
    const name = url.slice(inject('postgresUrl').length)
    toDatabase = await startLink(inject('postgresUrl'))
    pooler = await startPooler(toDatabase.url, SESSIONS)
    toPooler = await startLink(pooler.url)
    addresses = { url: `${toDatabase.url}${name}`, poolerUrl: `${toPooler.url}${name}` }
    const env = {
      DATABASE_URL: addresses.url,
      DATABASE_POOLER_URL: addresses.poolerUrl,
      DATA_DIR: dataDir,
    }
    databases = await Promise.all(
      [1, 2, 3].map(() => openDatabase(readConfig(env), { isServing: true })),
    )
    apps = await Promise.all(
      databases.map(({ db, ping }) =>
        buildApp({ ...createDeps(readConfig(env), db, silentLog), ping }),
      ),
    )
    office = await openDatabase({ dataDir, databaseUrl: url })
    await storeRunners(office.db)
  })
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()))
    await Promise.all([office, ...databases].map(({ close }) => close()))
    await toPooler.close()
    await pooler.stop()
    await toDatabase.close()
    rmSync(dataDir, { recursive: true })
  })

  const readReady = () =>
    Promise.all(
      apps.map(async (app) => (await app.inject({ url: '/api/health/ready' })).statusCode),
    )
  const ready = [200, 200, 200]
  const notReady = [503, 503, 503]

  /** Runs work while every session of the pooler has a photo that waits for the lock of an erase. */
  async function whileSessionsWait(work: () => Promise<void>): Promise<void> {
    let stored: Promise<unknown> = Promise.resolve()
    await office.db.transaction(async (tx) => {
      await lockPhotos(tx)
      const photos = databases.map(({ db }, at) => {
        const hash = String(at).repeat(64)
        return insertPhoto(db, { hash, type: 'image/jpeg', runnerId: RAVI.id, bytes: 1 })
      })
      stored = Promise.allSettled(photos)
      const countWaiting = async () =>
        (await tx.execute(sql`select from pg_locks where not granted and locktype = 'relation'
          and database = (select oid from pg_database where datname = current_database())`)) as {
          rowCount?: number
        }
      await expect.poll(countWaiting).toMatchObject({ rowCount: SESSIONS })
      await work()
      // No session was free meanwhile.
      expect(await countWaiting()).toMatchObject({ rowCount: SESSIONS })
    })
    await stored
  }

  it('are ready while calls use all of its sessions (R-7.073)', async () => {
    await expect.poll(readReady).toEqual(ready)
    await whileSessionsWait(async () => {
      await expect.poll(readReady).toEqual(ready)
      // The second question finds the first one in the queue.
      await expect.poll(readReady).toEqual(ready)
    })
    await expect.poll(readReady).toEqual(ready)
  })

  it('are not ready when it answers nothing for too long', async () => {
    const { ping, pools } = openPooledPing(addresses, 0)
    await expect.poll(ping).toBeUndefined()
    await whileSessionsWait(async () => {
      const failure = () => ping().catch(String)
      await expect.poll(failure).toBe('Error: The pooler has answered nothing for 0 ms')
    })
    await expect.poll(ping).toBeUndefined()
    await Promise.all(pools.map((pool) => pool.end()))
  })

  it('are not ready while it is away, although PostgreSQL answers (R-7.073)', async () => {
    await expect.poll(readReady).toEqual(ready)
    toPooler.freeze()
    expect(await readReady()).toEqual(notReady)
    toPooler.thaw()
    await expect.poll(readReady).toEqual(ready)
  })

  it('are not ready while it cannot reach PostgreSQL, although they can (R-7.073)', async () => {
    pooler.switchTo(`postgres://veni@127.0.0.1:${await freePort()}`)
    await expect.poll(readReady).toEqual(notReady)
    pooler.switchTo(toDatabase.url)
    await expect.poll(readReady).toEqual(ready)
  })

  it('are not ready while PostgreSQL is frozen', async () => {
    toDatabase.freeze()
    expect(await readReady()).toEqual(notReady)
    toDatabase.thaw()
    await expect.poll(readReady).toEqual(ready)
  })

  it('are not ready after it has ended', async () => {
    await pooler.stop()
    await expect.poll(readReady).toEqual(notReady)
  })
})
