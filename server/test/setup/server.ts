import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createDeps, type Deps } from '../../src/deps.ts'
import type { Database } from '../../src/db/client.ts'
import { type Client, signIn } from './client.ts'
import { type DatabaseKind, openFreshDatabase } from './databases.ts'

export type TestServer = {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** The environment variables for another process with the same data. */
  readonly env: NodeJS.ProcessEnv
  signIn(phone: string): Promise<Client>
  /** Returns the lines of the log and clears them. */
  takeLog(): string[]
  /** Returns the logged failures and clears them. A failure that no test takes fails the test. */
  takeErrors(): unknown[]
}

/** The whole server with a new database for this file, without a port. Only the log is a stand-in. */
export function useServer(kind: DatabaseKind, env: NodeJS.ProcessEnv = {}): TestServer {
  let database: Database | undefined
  let app: FastifyInstance | undefined
  let deps: Deps | undefined
  let variables = env
  const errors: unknown[] = []
  const lines: string[] = []

  beforeAll(async () => {
    const fresh = await openFreshDatabase(kind)
    database = fresh
    variables = { DATA_DIR: fresh.dataDir, ...(fresh.url && { DATABASE_URL: fresh.url }), ...env }
    const log: Deps['log'] = {
      info: (line) => void lines.push(line),
      error: (line, error) => void errors.push(line, error),
    }
    deps = createDeps(readConfig(variables), fresh.db, log)
    app = await buildApp(deps)
  })
  afterEach(() => expect(errors.splice(0), 'failures that the server logged').toEqual([]))
  afterAll(async () => {
    await app?.close()
    deps?.photoDecoder.close()
    await database?.close()
  })

  return {
    get app() {
      return ready(app)
    },
    get deps() {
      return ready(deps)
    },
    get env() {
      return variables
    },
    signIn: (phone) => signIn(ready(app), phone),
    takeLog: () => lines.splice(0),
    takeErrors: () => errors.splice(0),
  }
}

function ready<T>(value: T | undefined): T {
  if (!value) throw new Error('The server exists only while tests run')
  return value
}
