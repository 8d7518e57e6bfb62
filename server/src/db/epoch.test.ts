import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import type { Database } from './client.ts'
import { createRestoredEpoch, findEpoch } from './epoch.ts'
import { databaseEpochs } from './schema.ts'

describe.each(databaseKinds)('a timeline that cannot be read (%s)', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openFreshDatabase(kind)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await database.db.delete(databaseEpochs)
  })
  afterAll(() => database.close())

  const failOnce = (error: Error) => vi.spyOn(database.db, 'execute').mockRejectedValueOnce(error)

  test('because the database does not answer begins no epoch', async () => {
    const outage = new Error('Connection terminated unexpectedly')
    failOnce(outage)
    await expect(findEpoch(database.db)).rejects.toThrow(outage)
    failOnce(outage)
    await expect(createRestoredEpoch(database.db, 0)).rejects.toThrow(outage)
    expect(await database.db.select().from(databaseEpochs)).toEqual([])
  })

  test('because a service does not have the functions begins an epoch without it', async () => {
    const missing = new Error('function pg_current_wal_lsn() does not exist')
    failOnce(Object.assign(missing, { code: '42883' }))
    const epoch = await findEpoch(database.db)
    expect(await database.db.select().from(databaseEpochs)).toMatchObject([
      { epoch, reason: 'new', timeline: null },
    ])
  })
})
