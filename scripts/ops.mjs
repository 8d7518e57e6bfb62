import { ensureServerBuilt } from './build/ensure-built.mjs'
import { ensureInstalled } from './environment/install.mjs'
import { main } from './process/refusal.mjs'
import { at } from './process/repository.mjs'
import { pathToFileURL } from 'node:url'

await main(async () => {
  await ensureInstalled()
  await ensureServerBuilt()
  await import(pathToFileURL(at('server/dist/ops.js')).href)
})
