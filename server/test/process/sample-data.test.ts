import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { customers } from '../../src/db/schema.ts'
import { createFreshPostgres } from '../setup/databases.ts'
import { ServerProcess } from '../setup/server-process.ts'

describe('the sample data of a new database', { timeout: 120_000 }, () => {
  const cleanUp: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step()
  })

  it('is loaded once by servers that start together', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'veni-samples-'))
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
    const databaseUrl = await createFreshPostgres()
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SAMPLE_DATA: 'on' }
    const servers = [new ServerProcess(env), new ServerProcess(env), new ServerProcess(env)]
    cleanUp.push(...servers.map((server) => () => server.kill('SIGKILL')))
    await Promise.all(servers.map((server) => server.address()))
    const database = await openDatabase({ databaseUrl, dataDir })
    cleanUp.push(() => database.close())
    const rows = await database.db.select({ id: customers.id }).from(customers)
    expect(rows.length).toBeGreaterThan(50)
  })
})
