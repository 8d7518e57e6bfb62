import { ensureBrowser } from './environment/chromium.mjs'
import { ensureBuilt } from './build/ensure-built.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { run } from './process/run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBrowser()
  await ensureBuilt()
  const { code } = await run(process.execPath, [
    '--import',
    'tsx',
    at('bench/web/main.ts'),
    ...process.argv.slice(2),
  ])
  return code
})
