import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createDeps } from '../../src/deps.ts'
import { silentLog } from '../../src/log.ts'
import { hashOf } from '../../src/photos/service.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { UPLOADS, uploadCalls } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import type { ObjectServer } from '../setup/object-server.ts'
import { useServer } from '../setup/server.ts'

/** Two servers over one PostgreSQL and one bucket, each with a data folder of its own, and a runner who has signed in. */
export function useTwoServers(bucket: ObjectServer) {
  const server = useServer('postgres', { ...bucket.env, RUNNER_CALLS_PER_MINUTE: '0' })
  const started: { otherFolder: string; otherApp?: FastifyInstance; ravi?: Client } = {
    otherFolder: '',
  }

  /** Another server of the same data. */
  const build = () => {
    const config = readConfig({ ...server.env, DATA_DIR: started.otherFolder })
    return buildApp(createDeps(config, server.deps.db, silentLog))
  }
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    started.ravi = await server.signIn(RAVI.phone)
    started.otherFolder = await mkdtemp(join(tmpdir(), 'veni-other-'))
    started.otherApp = await build()
  })
  afterAll(async () => {
    await started.otherApp?.close()
    await rm(started.otherFolder, { recursive: true })
  })

  return {
    server,
    build,
    get ravi() {
      return started.ravi as Client
    },
    get otherApp() {
      return started.otherApp as FastifyInstance
    },
    get folders() {
      return [server.deps.config.dataDir, started.otherFolder]
    },
    one: uploadCalls(() => server.app),
    other: uploadCalls(() => started.otherApp as FastifyInstance),
    /** The names of all objects of the bucket. */
    storedNames: () => [...bucket.objects.keys()],
  }
}

export const urlOf = (photo: Buffer) => `/api/images/${hashOf(photo)}.jpg`
/** Of its object in the bucket. */
export const nameOf = (photo: Buffer) => `photos/${hashOf(photo)}.jpg`
export const idOf = (url: string) => url.replace(`${UPLOADS}/`, '')
