import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Deps } from '../deps.ts'
import type { Log } from '../log.ts'
import { tellDeals } from '../deals/list-deals.ts'
import { readQuery } from './deals-query.ts'
import { importDeals } from './import-deals.ts'
import { isImportKindName } from './import-kinds.ts'
import { ImportRefusal } from './import-refusal.ts'
import { importRecords } from './import-records.ts'
import type { SocketMessage } from './socket-messages.ts'
import { opsSocketPath } from './socket-path.ts'

export type OpsSocket = { close(): Promise<void> }

/**
 * Lets the command line work while the server holds the embedded database: `POST /imports/customers` takes a CSV file,
 * `POST /imports/deals` a phone's unsent deals, `POST /deals` lists deals; each answers with one JSON message a line. Only this user of this
 * machine can open it.
 */
export async function startOpsSocket(deps: Deps): Promise<OpsSocket> {
  const path = opsSocketPath(deps.config.dataDir)
  const atWork = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const work = answer(deps, request, response).finally(() => atWork.delete(work))
    atWork.add(work)
  })
  // A large file over a slow disk takes as long as it takes.
  server.requestTimeout = 0
  // A server that died has left its socket behind; the data folder is ours, so nobody listens there.
  await rm(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  if (process.platform !== 'win32') await chmod(path, 0o600)
  return { close: () => closeServer(server, atWork) }
}

/** Cuts imports off, and waits until they have let go of the database: undone before their decision, finished after it. */
async function closeServer(server: Server, atWork: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await Promise.all([closed, ...atWork])
}

async function answer(
  deps: Deps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const tell = (message: SocketMessage) => response.write(`${JSON.stringify(message)}\n`)
  const work = findWork(deps, request, (item) => tell({ type: 'item', item }))
  if (!work) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  try {
    tell({ type: 'report', report: await work() })
  } catch (error) {
    tell(messageOf(error, response, deps.log))
  }
  response.end()
}

/** What a request asks for; undefined when there is no such work. */
function findWork(
  deps: Deps,
  request: IncomingMessage,
  onItem: (item: unknown) => void,
): (() => Promise<unknown>) | undefined {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://ops')
  const kindName = pathname.replace('/imports/', '')
  if (request.method !== 'POST') return undefined
  if (pathname === '/deals') return () => tellDeals(deps.db, readQuery(searchParams), onItem)
  if (kindName === 'deals') return () => importDeals(deps, request, onItem)
  if (!isImportKindName(kindName)) return undefined
  const skipBad = searchParams.get('skip-bad') === 'true'
  return () => importRecords(deps.db, kindName, request, { skipBad, onBadRow: onItem })
}

function messageOf(error: unknown, response: ServerResponse, log: Log): SocketMessage {
  if (error instanceof ImportRefusal) return { type: 'refusal', sentence: error.message }
  // Ctrl-C on the command line is no failure of the server.
  if (!response.destroyed) log.error('What the command line asked for failed', error)
  return { type: 'failure' }
}
