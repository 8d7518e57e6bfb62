import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { ensureProxies } from './environment/proxies.mjs'
import { main, Refusal } from './process/refusal.mjs'
import { runTool } from './process/run.mjs'

/**
 * Kills one of three servers every few seconds for at least SECONDS and WRITES, and makes one failover of the database.
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
  const tests = ['killed-servers', 'failover'].map((name) => `server/test/many-servers/${name}`)
  const env = { SERVERS_SECONDS: String(seconds), SERVERS_WRITES: String(writes) }
  const { code } = await runTool('vitest', ['run', '--project', 'server', ...tests], { env })
  return code
})
