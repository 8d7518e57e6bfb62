import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { selectRows } from '../db/client.ts'
import { recordedWork } from '../db/schema.ts'
import { insertWorks } from './store.ts'

const idOf = (digit: number) => `${digit}f1c9d5e-8a3b-4c2d-9e7f-0123456789ab`

describe.each(databaseKinds)('the rows of works (%s)', (kind) => {
  const server = useServer(kind)

  test('are inserted by their ids, so that two calls with the same works never wait for each other', async () => {
    const { db } = server.deps
    await storeRunners(db)
    const works = [4, 1, 5, 3, 2].map((digit) => ({
      id: idOf(digit),
      runnerId: RAVI.id,
      customerId: null,
      kind: 'settlement' as const,
      contentHash: '',
    }))
    const added = await db.transaction((tx) => insertWorks(tx, works))
    expect(added).toEqual(new Set(works.map(({ id }) => id)))
    // The place of a row tells when it was inserted.
    const rows = await selectRows<{ id: string }>(
      db,
      sql`select id from ${recordedWork} order by ctid`,
    )
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map(idOf))
    expect(await db.transaction((tx) => insertWorks(tx, works.slice(0, 2)))).toEqual(new Set())
  })
})
