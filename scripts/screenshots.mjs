import { rmSync } from 'node:fs'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { at } from './root.mjs'
import { runTool } from './run.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBrowser()
  await ensureBuilt()
  const only = process.argv.slice(2)
  // A picture of a state that is no more must not be looked at.
  if (only.length === 0) rmSync(at('reports/screenshots'), { recursive: true, force: true })
  const args = ['test', '--config=pictures.config.ts', ...only]
  const { code } = await runTool('@playwright/test', args, { bin: 'playwright' })
  return code
})
