import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { main } from './process/refusal.mjs'
import { runAttack } from './test/test-runners.mjs'

/** `REQUESTS` and `FILES` are the numbers for each database; `SEED` chooses others. */
await main(async () => {
  await ensureInstalled()
  await ensurePostgres()
  return runAttack()
})
