import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAKSHMI, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds, openFreshDatabase } from '../../test/setup/databases.ts'
import type { Database } from '../db/client.ts'
import { photos } from '../db/schema.ts'
import { hashOf } from './service.ts'
import { listAllPhotos } from './verify-photos.ts'

describe.each(databaseKinds)('the list of all photos (%s)', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openFreshDatabase(kind)
    await storeRunners(database.db)
  })
  afterAll(() => database.close())

  // 500 photos are read at a time.
  test.each([500, 501, 1_000, 1_001])('has each of %i photos once', async (count) => {
    const hashes = Array.from({ length: count }, (_, at) => hashOf(Buffer.from(`photo ${at}`)))
    const rows = hashes.map((hash) => ({ hash, type: 'image/jpeg', bytes: 1 }))
    await database.db.delete(photos)
    await database.db.insert(photos).values(rows.map((row) => ({ ...row, runnerId: RAVI.id })))
    // Two runners have uploaded the first photos.
    const shared = rows.slice(0, 3).map((row) => ({ ...row, runnerId: LAKSHMI.id }))
    await database.db.insert(photos).values(shared)
    const listed: string[] = []
    for await (const { hash } of listAllPhotos(database.db)) listed.push(hash)
    expect(listed).toEqual(hashes.toSorted())
  })
})
