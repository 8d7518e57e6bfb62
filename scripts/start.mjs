import { ensureBuilt } from './build/ensure-built.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { pathToFileURL } from 'node:url'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  // In this process, so that Ctrl-C and SIGTERM reach the server directly.
  await import(pathToFileURL(at('server/dist/main.js')).href)
})
