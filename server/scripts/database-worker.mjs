/** Starts the thread of the embedded database from its source; the build has it as JavaScript. */
import { register } from 'tsx/esm/api'

register()
await import('../src/db/embedded/thread/database-worker.ts')
