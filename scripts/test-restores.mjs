import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { main } from './process/refusal.mjs'
import { runUnitTests } from './test/test-runners.mjs'

/** Backups of every age, with 50 deals of 5 phones; `npm test` has some of them. */
await main(async () => {
  await ensureInstalled()
  await ensurePostgres()
  process.env.AGES ??= 'all'
  const { passed, failed } = await runUnitTests('restores')
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
