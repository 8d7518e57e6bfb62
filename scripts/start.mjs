import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main } from './refusal.mjs'
import { at } from './root.mjs'
import { pathToFileURL } from 'node:url'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  // In this process and not a child, so that Ctrl-C and SIGTERM reach the server itself.
  await import(pathToFileURL(at('server/dist/main.js')).href)
})
