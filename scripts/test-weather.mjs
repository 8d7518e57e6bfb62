import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { runWeather } from './test-runners.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBrowser()
  await ensureBuilt()
  return runWeather('weather', process.argv.slice(2))
})
