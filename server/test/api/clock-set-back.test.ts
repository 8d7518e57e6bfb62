import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { rateCounts } from '../../src/db/schema.ts'
import { RAVI } from '../fixtures/records.ts'
import { signIn } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const HOUR_MS = 3_600_000

describe.each(databaseKinds)('after a clock that was ahead, on %s,', (kind) => {
  const server = useServer(kind, { RUNNER_CALLS_PER_MINUTE: '5' })

  test('a runner has the usual limit of calls [R-7.071]', async () => {
    const right = Date.now()
    // A hardware clock with Indian time that is taken for UTC.
    let time = right + 5.5 * HOUR_MS
    const app = await buildApp({ ...server.deps, now: () => new Date(time) })
    onTestFinished(() => app.close())
    const ravi = await signIn(app, RAVI.phone)
    const read = async () => (await ravi.get('/api/products')).status
    expect(await read()).toBe(200)
    time = right
    // PostgreSQL counts by its own clock.
    const endsAt = sql`${rateCounts.endsAt} + interval '5.5 hours'`
    await server.deps.db.update(rateCounts).set({ endsAt })
    for (let call = 0; call < 5; call++) expect(await read()).toBe(200)
    expect(await read()).toBe(429)
  })
})
