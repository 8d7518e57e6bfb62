import { startServer } from './start-server.ts'
import { StartupRefusal } from './startup-refusal.ts'

try {
  const server = await startServer(process.env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The second signal finds no listener and ends the process at once.
    process.once(signal, () => void server.close().then(() => process.exit(0), fail))
  }
  // Last, because whoever reads it may send a signal at once.
  console.log(server.greeting)
} catch (error) {
  fail(error)
}

function fail(error: unknown): never {
  if (error instanceof StartupRefusal) console.error(error.message)
  else console.error(error)
  process.exit(1)
}
