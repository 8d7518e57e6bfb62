import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { useProcesses } from '../setup/process-data.ts'
import { startCluster } from './cluster.ts'

/** Some seconds in every test run; `npm run test:servers` takes ten minutes and 100,000 writes. */
const seconds = Number(process.env.SERVERS_SECONDS ?? 15)
const leastWrites = Number(process.env.SERVERS_WRITES ?? 0)
const SERVERS = 3
const PHONES = 6
const SESSIONS = 12
const KILL_EVERY_MS = 3_000

describe(`${SERVERS} servers behind a proxy and a pooler, of which one is killed every ${KILL_EVERY_MS / 1_000} s`, () => {
  const processes = useProcesses()

  it('lose and double no acknowledged write, and give no wrong answer', async () => {
    const { databaseUrl, poolerUrl } = await processes.newPooledData(SESSIONS)
    const counts = { servers: SERVERS, phones: PHONES }
    const cluster = await startCluster(processes, { databaseUrl, poolerUrl, ...counts })

    const begun = Date.now()
    const isOver = () =>
      Date.now() - begun > seconds * 1_000 && cluster.countWrites() >= leastWrites
    const working = Promise.all(cluster.phones.map((phone) => phone.workUntil(isOver)))
    let kills = 0
    while (!isOver() && cluster.wrongAnswers().length === 0) {
      await Promise.race([wait(KILL_EVERY_MS), working])
      await cluster.replace(kills % SERVERS)
      kills += 1
    }
    await working
    const took = Math.round((Date.now() - begun) / 1_000)

    expect(cluster.wrongAnswers()).toEqual([])
    expect(kills).toBeGreaterThan(0)
    const { db, close } = await openDatabase({ dataDir: '', databaseUrl })
    const { deals, photos, repeats } = await cluster.expectEachOnce(db)
    await close()
    process.stdout.write(
      `${cluster.countWrites()} writes (${deals} deals, ${photos} photos) in ${took} s, ${kills} kills, ${repeats} requests sent again; 0 lost, 0 doubled, 0 wrong answers, 0 photos missing\n`,
    )
  }, 7_200_000)
})
