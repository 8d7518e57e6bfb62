import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { main } from './process/refusal.mjs'
import { runFullDisk } from './test/test-runners.mjs'

/** `SEGMENT_ENDS` is the number of times that the disk fills. */
await main(async () => {
  await ensureInstalled()
  await ensurePostgres()
  return runFullDisk()
})
