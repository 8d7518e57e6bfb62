import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { runTool } from './run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBrowser()
  await ensureBuilt()
  const { code } = await runTool('@playwright/test', ['test', ...process.argv.slice(2)], {
    bin: 'playwright',
  })
  return code
})
