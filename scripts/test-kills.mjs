import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePostgres } from './postgres.mjs'
import { main } from './refusal.mjs'
import { runServerKills, runWeather } from './test-runners.mjs'

// KILLS makes fewer of each, SEED makes others.
await main(async () => {
  await ensureInstalled()
  await ensureBrowser()
  await ensurePostgres()
  await ensureBuilt()
  const server = await runServerKills()
  return (await runWeather('kills')) || server
})
