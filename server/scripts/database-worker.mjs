/** Starts the thread of the embedded database from its source; the build has it as JavaScript. */
import { pathToFileURL } from 'node:url'

// The tests name a bundle, which needs half of the processor time, because no thread loads TypeScript.
const { DATABASE_WORKER_BUNDLE: bundle } = process.env
if (bundle) {
  await import(pathToFileURL(bundle).href)
} else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('../src/db/embedded/thread/database-worker.ts')
}
