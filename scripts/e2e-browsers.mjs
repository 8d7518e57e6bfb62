import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureFirefox, tryWebKit } from './other-browsers.mjs'
import { main } from './refusal.mjs'
import { runJourneysElsewhere } from './test-runners.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureFirefox()
  await tryWebKit()
  await ensureBuilt()
  const { passed, failed } = await runJourneysElsewhere(process.argv.slice(2))
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
