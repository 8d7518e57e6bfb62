import { ensureServerBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { at } from './root.mjs'
import { pathToFileURL } from 'node:url'

await main(async () => {
  await ensureInstalled()
  await ensureServerBuilt()
  await import(pathToFileURL(at('server/dist/ops.js')).href)
})
