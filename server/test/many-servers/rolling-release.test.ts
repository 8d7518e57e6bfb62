import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { selectRows } from '../../src/db/client.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { useProcesses } from '../setup/process-data.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { makeNextRelease } from './next-release.ts'

const SERVERS = 2
const PHONES = 4
const SESSIONS = 12
/** How many writes all phones together make after each step. */
const WRITES = 60

describe('two releases', () => {
  const processes = useProcesses()

  it('work together while the next one replaces this one, server by server, and back [R-7.057]', async () => {
    const { databaseUrl, poolerUrl } = await processes.newPooledData(SESSIONS)
    const counts = { servers: SERVERS, phones: PHONES }
    const cluster = await startCluster(processes, { databaseUrl, poolerUrl, ...counts })
    const program = await makeNextRelease(processes.cleanUp)

    let isOver = false
    const working = Promise.all(cluster.phones.map((phone) => phone.workUntil(() => isOver)))
    const goOn = async () => {
      const goal = cluster.countWrites() + WRITES
      await expect
        .poll(() => cluster.countWrites() >= goal || cluster.wrongAnswers().length > 0, polling)
        .toBe(true)
    }
    await goOn()
    // They migrate at the same time, and the servers of this release have all calls.
    await Promise.all([program, program, program].map((one) => cluster.startBeside(one)))
    await goOn()
    for (let at = 0; at < SERVERS; at += 1) {
      await cluster.replace(at, { signal: 'SIGTERM', program })
      await goOn()
    }
    for (let at = 0; at < SERVERS; at += 1) {
      await cluster.replace(at, { signal: 'SIGTERM' })
      await goOn()
    }
    isOver = true
    await working

    expect(cluster.wrongAnswers()).toEqual([])
    await expectEachOnce(cluster, databaseUrl)
  }, 600_000)
})

const polling = { timeout: 120_000 }

async function expectEachOnce(cluster: Cluster, databaseUrl: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl })
  const { deals, photos, repeats } = await cluster.expectEachOnce(db)
  const migrations = await selectRows<{ count: number }>(
    db,
    sql`select count(*)::integer as count from drizzle.__drizzle_migrations
      group by created_at order by count(*) desc limit 1`,
  )
  const levels = await selectRows<{ level: number }>(db, sql`select distinct level from orders`)
  await close()
  expect({ migrations, levels }).toEqual({ migrations: [{ count: 1 }], levels: [{ level: 0 }] })
  process.stdout.write(
    `${cluster.countWrites()} writes (${deals} deals, ${photos} photos), ${repeats} requests sent again; 0 lost, 0 doubled, 0 wrong answers\n`,
  )
}
