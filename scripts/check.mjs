import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'
import { runChecks, staticChecks } from './check/static-checks.mjs'

await main(async () => {
  await ensureInstalled()
  const failed = await runChecks(staticChecks)
  if (failed.length === 0) return 0
  console.log(`Failed: ${failed.join(', ')}`)
  return 1
})
