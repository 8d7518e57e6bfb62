import { ensureServerBuilt } from './build/ensure-built.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { ensureLoad } from './environment/load.mjs'
import { ensurePostgres } from './environment/postgres.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { run, runTool } from './process/run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensurePostgres()
  await ensureLoad()
  await ensureServerBuilt()
  const program = ['--import', 'tsx', at('bench/server/main.ts'), ...process.argv.slice(2)]
  const { code } = await run(process.execPath, program)
  await runTool('oxfmt', [at('docs/performance.md')])
  return code
})
