import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { createFreshPostgres } from '../../test/setup/databases.ts'
import { runExclusively } from './client.ts'
import { openPostgres } from './postgres.ts'

it('makes a second server wait until the first has done its work', async () => {
  const url = await createFreshPostgres()
  const [first, second] = await Promise.all([openPostgres(url), openPostgres(url)])
  const waiting = sql`select 1 from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`
  const events: string[] = []
  let secondWork: Promise<unknown> = Promise.resolve()
  await runExclusively(first.db, async (tx) => {
    secondWork = runExclusively(second.db, async () => events.push('second'))
    const untilItWaits = vi.waitFor(async () => {
      const { rows } = (await tx.execute(waiting)) as unknown as { rows: unknown[] }
      expect(rows).toHaveLength(1)
    }, 60_000)
    await Promise.race([secondWork, untilItWaits])
    events.push('first')
  })
  await secondWork
  expect(events).toEqual(['first', 'second'])
  await Promise.all([first.close(), second.close()])
})
