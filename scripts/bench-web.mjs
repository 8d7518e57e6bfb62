import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { at } from './root.mjs'
import { run } from './run.mjs'

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
