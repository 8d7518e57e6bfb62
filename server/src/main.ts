import { startServer } from './start-server.ts'
import { OperatorError } from './errors.ts'
import { toStartError } from './ops/connection/outage.ts'

const END_LIMIT_MS = 9_500

// The listeners exist from the first moment: a signal during the start closes the server when the start is complete.
const starting = startServer(process.env)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The second signal finds no listener and ends the process at once.
  process.once(signal, () => {
    // A database that does not answer must not keep the process.
    setTimeout(endByForce, END_LIMIT_MS).unref()
    void starting.then((server) => server.close()).then(leave, fail)
  })
}
starting.then((server) => console.log(server.greeting), fail)

/** `process.exit` would wait for a thread that hangs inside a system call. The database recovers at the next start. */
function endByForce(): void {
  console.error('The server did not close in time.')
  process.kill(process.pid, 'SIGKILL')
}

function leave(): never {
  process.exit(0)
}

function fail(error: unknown): never {
  const failure = toStartError(error)
  console.error(failure instanceof OperatorError ? failure.message : failure)
  process.exit(1)
}
