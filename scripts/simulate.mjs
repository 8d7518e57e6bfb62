import { ensureServerBuilt } from './build/ensure-built.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { run, runTool } from './process/run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensurePostgres()
  await ensureServerBuilt()
  const { code } = await run(process.execPath, ['--import', 'tsx', at('bench/simulate/main.ts')])
  await runTool('oxfmt', [at('docs/operations.md')])
  return code
})
