import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Config, readConfig } from './config/config.ts'
import { createDeps, type Deps } from './deps.ts'
import { prepareDataFolder } from './config/folders.ts'
import { findEpoch } from './db/epoch.ts'
import { openDatabase } from './db/open-database.ts'
import { type Database, runExclusively } from './db/client.ts'
import { watchAbandonedImports } from './ops/import/records/abandoned-imports.ts'
import { loadSampleData } from './ops/sample-data.ts'
import { startOpsSocket } from './ops/connection/socket-server.ts'
import { checkObjectStore } from './objects/s3.ts'
import { FullDiskError, OperatorError } from './errors.ts'
import { createLog, type Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import { startMetricsServer } from './metrics/metrics-server.ts'
import { DataFolderSpace, type DiskSpace } from './space/disk-space.ts'

export type RunningServer = { greeting: string; close(): Promise<void> }

/** Starts a listening server. Throws `OperatorError` for what the operator can fix; then nothing stays open. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const config = readConfig(env)
  const log = createLog(config.logFormat)
  const warning = prepareDataFolder(config.dataDir)
  if (warning !== undefined) log.info(warning)
  const opened: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeOne of opened.splice(0).toReversed()) await closeOne()
  }
  const opening = openWhenThereIsSpace(config, log).then((database) => {
    opened.push(() => database.close())
    return database
  })
  try {
    // The routes load while other threads prepare the code of the database.
    const [database, { buildApp }] = await Promise.all([opening, import('./app.ts')])
    await findEpoch(database.db)
    const space = watchSpace(config, database, { log, opened })
    const metrics = await openMetrics(config, database, { log, opened })
    const { ping } = database
    const deps = { ...createDeps(config, database.db, log, space), metrics, ping }
    opened.push(async () => deps.photoDecoder.close())
    if (deps.objects && config.s3) await checkObjectStore(deps.objects, config.s3.url)
    if (config.sampleData)
      await database.runLong(() =>
        runExclusively(deps.db, (tx) => loadSampleData({ ...deps, db: tx })),
      )
    const app = await buildApp(deps)
    opened.push(() => closeApp(app))
    await listen(app, config)
    await startOfficeWork(database, deps, opened)
    return { greeting: greet(app, config), close }
  } catch (error) {
    await opening.catch(() => undefined)
    await close()
    throw error
  }
}

async function startOfficeWork(
  database: Database,
  deps: Deps,
  opened: (() => Promise<void>)[],
): Promise<void> {
  const endWatch = watchAbandonedImports(database, deps.log)
  opened.push(async () => endWatch())
  if (database.kind !== 'embedded') return
  const socket = await startOpsSocket(deps, database.runLong)
  opened.push(() => socket.close())
}

async function openMetrics(
  { metrics: address }: Config,
  database: Database,
  { log, opened }: { log: Log; opened: (() => Promise<void>)[] },
): Promise<Metrics | undefined> {
  if (!address) return undefined
  // Loaded only where somebody reads it: it needs memory.
  const { createMetrics } = await import('./metrics/metrics.ts')
  const metrics = createMetrics(database, log)
  const server = await startMetricsServer(metrics, address)
  opened.push(() => server.close())
  return metrics
}

function watchSpace(
  config: Config,
  { kind }: Database,
  { log, opened }: { log: Log; opened: (() => Promise<void>)[] },
): DiskSpace {
  const { dataDir, leastFreeBytes: leastBytes } = config
  const space = new DataFolderSpace({ dataDir, leastBytes, log })
  const end = space.watch({ withReserve: kind === 'embedded' })
  opened.push(async () => end())
  return space
}

const LOOK_FOR_SPACE_MS = 2_000

/** A server that finds a full disk starts as soon as somebody has freed space. */
async function openWhenThereIsSpace(config: Config, log: Log): Promise<Database> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await openDatabase(config, { log, isServing: true })
    } catch (error) {
      if (!(error instanceof FullDiskError)) throw error
      if (isFirst) log.info(`${error.message} The server starts when there is.`)
      await wait(LOOK_FOR_SPACE_MS)
    }
  }
}

/** Running requests may end; silent connections must not hold up the end of the server. */
const CLOSE_LIMIT_MS = 5_000

async function closeApp(app: FastifyInstance): Promise<void> {
  const limit = setTimeout(() => app.server.closeAllConnections(), CLOSE_LIMIT_MS)
  await app.close()
  clearTimeout(limit)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  // First: a folder that cannot be locked is no matter of the port.
  await app.ready()
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new OperatorError(`${whyNotListening(error, host, port)}; set PORT or HOST to another.`, {
      cause: error,
    })
  }
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = (error as NodeJS.ErrnoException).code ?? String(error)
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program`
  return `Cannot listen on port ${port} of ${host} (${code})`
}

function greet(app: FastifyInstance, { host, signIn }: Config): string {
  const { port } = app.server.address() as AddressInfo
  return [
    `Veni is at http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    howToSignIn[signIn.mode === 'sms' && signIn.gateway === 'console' ? 'console' : signIn.mode],
  ].join('\n')
}

const howToSignIn = {
  demo: 'To sign in, type any phone number and then any six digits.',
  console: 'To sign in, type the phone number of a runner and then the code that appears here.',
  sms: 'Runners sign in with the code that is sent to their phone.',
} as const
