import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { ensureProxies } from './environment/programs.mjs'
import { main, Refusal } from './process/refusal.mjs'
import { runTool } from './process/run.mjs'

/** The calls of each phone. The twelve phones make more than 20,000 together. */
const OVERLAP_CALLS = 1_700

/**
 * Kills one of three servers every few seconds for at least SECONDS and WRITES, makes one failover of the database, and
 * sends all writes at once for the same customers.
 */
await main(async () => {
  const seconds = Number(process.env.SECONDS ?? 600)
  const writes = Number(process.env.WRITES ?? 100_000)
  if (!(seconds > 0) || !(writes >= 0))
    throw new Refusal(
      'SECONDS is how long the servers are killed, WRITES how many writes there are at least.',
    )
  await ensureInstalled()
  await ensurePostgres()
  await ensureProxies()
  const tests = [
    'server/test/many-servers/killed-servers',
    'server/test/many-servers/failover',
    'server/test/api/overlapping-writes',
  ]
  const env = {
    SERVERS_SECONDS: String(seconds),
    SERVERS_WRITES: String(writes),
    OVERLAP_CALLS: String(OVERLAP_CALLS),
  }
  // One after the other, so that each has the whole machine.
  const options = ['--project', 'server', '--no-file-parallelism']
  const { code } = await runTool('vitest', ['run', ...options, ...tests], { env })
  return code
})
