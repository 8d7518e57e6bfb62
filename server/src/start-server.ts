import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import type { Db } from './db/client.ts'
import { openDatabase } from './db/open-database.ts'
import { oneAtATime } from './db/one-at-a-time.ts'
import type { Deps } from './deps.ts'
import { diskPhotoStore } from './images/disk-photo-store.ts'
import { consoleLog } from './log.ts'
import { loadSampleData } from './ops/sample-data.ts'
import { startOpsSocket } from './ops/socket.ts'
import { createGeocoder } from './places/create-geocoder.ts'
import { StartupRefusal } from './startup-refusal.ts'

export type RunningServer = { greeting: string; close(): Promise<void> }

/** From the environment to a listening server. Throws `StartupRefusal` for what its operator can mend; nothing is left open then. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const config = readConfig(env)
  prepareDataFolder(config.dataDir)
  const opened: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closeOne of opened.splice(0).toReversed()) await closeOne()
  }
  try {
    const database = await openDatabase(config)
    opened.push(() => database.close())
    const deps = createDeps(config, database.db)
    if (config.sampleData) await oneAtATime(deps.db, (tx) => loadSampleData({ ...deps, db: tx }))
    const app = await buildApp(deps)
    opened.push(() => app.close())
    await listen(app, config)
    if (database.kind === 'embedded') {
      const socket = await startOpsSocket(deps)
      opened.push(() => socket.close())
    }
    return { greeting: greet(app, config), close }
  } catch (error) {
    await close()
    throw error
  }
}

function createDeps(config: Config, db: Db): Deps {
  return {
    config,
    db,
    now: () => new Date(),
    randomBytes,
    smsGateway: undefined,
    geocoder: createGeocoder(config.geocoderUrl, consoleLog),
    photoStore: diskPhotoStore(join(config.dataDir, 'photos')),
    log: consoleLog,
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new StartupRefusal(
      `${whyNotListening(error, host, port)}; set PORT or HOST to another.`,
      {
        cause: error,
      },
    )
  }
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = (error as NodeJS.ErrnoException).code ?? String(error)
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program`
  return `Cannot listen on port ${port} of ${host} (${code})`
}

function greet(app: FastifyInstance, { host }: Config): string {
  const { port } = app.server.address() as AddressInfo
  return [
    `Veni is at http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    'To sign in, type any phone number and then any six digits.',
  ].join('\n')
}
