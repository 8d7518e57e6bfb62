import { buildServiceWorker } from './build-service-worker.mjs'
import { compressFolder } from './compress.mjs'
import { at } from './root.mjs'
import { packageOf } from './workspace.mjs'

/** @type {typeof import('vite')} */
const vite = await packageOf('web', 'vite')

try {
  await vite.build({ root: at('web'), logLevel: 'warn' })
  await buildServiceWorker(vite, at('web/dist'))
  await compressFolder(at('web/dist'))
} catch (error) {
  // The message holds file and line; the bundler's stack says nothing more.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
