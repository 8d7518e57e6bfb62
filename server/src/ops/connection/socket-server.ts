import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import * as v from 'valibot'
import type { Database } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { Log } from '../../log.ts'
import { describeDiscarded } from '../import/describe-import.ts'
import { discardedImportSchema } from '../import/records/decided-imports-store.ts'
import { tasks } from '../tasks.ts'
import { toOperatorError } from './outage.ts'
import { opsSocketPath, OTHER_RELEASE, readTaskUrl, type SocketMessage } from './socket-protocol.ts'
import type { TaskCall } from './task.ts'
import { OperatorError } from '../../errors.ts'

export type OpsSocket = { close(): Promise<void> }

/**
 * Opens the socket for the command line, because only the server can use the embedded database while it runs. Calls:
 * `POST /tasks/NAME?input=JSON` with the file of the command as its body. Other users cannot open it.
 */
export async function startOpsSocket(
  deps: Deps,
  runLong: Database['runLong'] = (work) => work(),
): Promise<OpsSocket> {
  const path = opsSocketPath(deps.config.dataDir)
  const running = new Set<Promise<void>>()
  const server = createServer({ maxHeaderSize: MOST_INPUT_BYTES }, (request, response) => {
    const work = runLong(() => answer(deps, request, response)).finally(() => running.delete(work))
    running.add(work)
  })
  // A large file on a slow disk can take hours.
  server.requestTimeout = 0
  // A killed server leaves its socket. No other server can listen there, because this one has the data folder.
  await rm(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  if (process.platform !== 'win32') await chmod(path, 0o600)
  return { close: () => closeServer(server, running) }
}

/**
 * The input of a task is in its URL: it can be all that the system permits on a command line (2 MB on Linux), where each
 * byte takes three in a URL. Node's own limit is 16 KB.
 */
const MOST_INPUT_BYTES = 8 * 1024 * 1024

/** Ends the connections and waits until no import uses the database: an undecided import is undone, a decided one finished. */
async function closeServer(server: Server, running: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await Promise.all([closed, ...running])
}

async function answer(
  deps: Deps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (message: SocketMessage) => response.write(`${JSON.stringify(message)}\n`)
  const task = findTask(deps, request, {
    onItem(item) {
      send({ type: 'item', item })
      // Its rows are deleted, and the terminal may have gone.
      if (v.is(discardedImportSchema, item)) deps.log.info(describeDiscarded(item))
    },
    requireOperator() {
      if (response.destroyed) throw new OperatorError('The command was stopped.')
    },
  })
  if (!task) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  try {
    send({ type: 'report', report: await task() })
  } catch (error) {
    send(messageOf(error, response, deps.log))
  }
  response.end()
}

/** Returns the task of a request, ready to run; undefined for an unknown request. */
function findTask(
  deps: Deps,
  request: IncomingMessage,
  terminal: Pick<TaskCall<unknown, unknown>, 'onItem' | 'requireOperator'>,
): (() => Promise<unknown>) | undefined {
  const asked = request.method === 'POST' ? readTaskUrl(request.url ?? '/') : undefined
  const task = tasks.find(({ name }) => name === asked?.name)
  if (!task || !asked) return undefined
  return async () => {
    const input = v.safeParse(task.input, JSON.parse(asked.input))
    if (!input.success) throw new OperatorError(OTHER_RELEASE)
    return task.run({ deps, input: input.output as never, bytes: request, ...terminal })
  }
}

function messageOf(error: unknown, response: ServerResponse, log: Log): SocketMessage {
  const failure = toOperatorError(error)
  // When the operator stops the command with Ctrl-C, the server has not failed.
  if (!response.destroyed && !(error instanceof OperatorError))
    log.error('A task of the command line failed', error)
  // Nobody reads the answer, and the data are gone.
  if (response.destroyed && error instanceof OperatorError && error.forLog !== undefined)
    log.info(error.forLog)
  return failure instanceof OperatorError
    ? { type: 'refusal', sentence: failure.message }
    : { type: 'failure' }
}
