import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, inject } from 'vitest'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { createFreshPostgres, type DatabaseKind } from './databases.ts'
import { startPooler } from './pooler.ts'
import { ServerProcess } from './server-process.ts'

/** Where a server process stores its data; '' is the embedded database. */
export interface ProcessData {
  readonly dataDir: string
  readonly databaseUrl: string
}

/** Data and server processes for the tests of a file. After each test the processes end and the folders are deleted. */
export function useProcesses() {
  const cleanUp: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step()
  })

  /** Prepares a migrated, empty database. */
  async function newData(kind: DatabaseKind): Promise<ProcessData> {
    const dataDir = await mkdtemp(join(tmpdir(), 'veni-process-'))
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
    const databaseUrl = kind === 'postgres' ? await createFreshPostgres() : ''
    if (!databaseUrl) await (await openEmbedded(dataDir, inject('embeddedTemplate'))).close()
    return { dataDir, databaseUrl }
  }

  /** Prepares a migrated, empty PostgreSQL database with a pooler of this many sessions in front of it. */
  async function newPooledData(sessions: number) {
    const data = await newData('postgres')
    const pooler = await startPooler(inject('postgresUrl'), sessions)
    cleanUp.push(() => pooler.stop())
    return { ...data, poolerUrl: data.databaseUrl.replace(inject('postgresUrl'), pooler.url) }
  }

  /** Starts a server process on the data. @param wrapper and `program` as for `ServerProcess` */
  const start = (
    { dataDir, databaseUrl }: ProcessData,
    env: NodeJS.ProcessEnv = {},
    wrapper: readonly string[] = [],
    program?: string,
  ) => {
    const variables = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env }
    const server = new ServerProcess(variables, wrapper, program)
    cleanUp.push(() => server.kill('SIGKILL'))
    return server
  }

  return { cleanUp, newData, newPooledData, start }
}
