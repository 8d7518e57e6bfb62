import { runUnitTests } from './test/test-runners.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'

/** Enough for ten thousand shifts on a slow machine. */
const TIME_LIMIT_MS = 4 * 3_600_000

/** `SEED` is the first seed, `RUNS` the number of shifts. To repeat a failed shift, set its seed and `RUNS=1`. */
await main(async () => {
  await ensureInstalled()
  process.env.RUNS ??= '10000'
  const { passed, failed } = await runUnitTests('faults', TIME_LIMIT_MS)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
