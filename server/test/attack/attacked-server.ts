/** A server process with the data of an attack, and what the attack may not change. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { readConfig } from '../../src/config/config.ts'
import { createFreshPostgres, type DatabaseKind } from '../setup/databases.ts'
import { type Ended, ServerProcess } from '../setup/server-process.ts'
import { storeAttackData } from './attack-data.ts'
import { readProtected } from './protected-rows.ts'

export interface AttackedServer {
  readonly process: ServerProcess
  readonly address: string
  /** What was there before the attack. */
  readonly before: readonly string[]
  /** Ends the server. @returns what is there now, and what the server printed */
  end(): Promise<{ ended: Ended; after: readonly string[] }>
  /** Ends everything and deletes the data. */
  clear(): Promise<void>
}

/** Sign-in by SMS, so that no guess signs in; without limits of calls, so that the whole attack arrives. */
const settings = {
  SIGN_IN_MODE: 'sms',
  SIGN_IN_SECRET: 'a secret of at least 32 characters',
  SMS_GATEWAY: 'http',
  SMS_BODY: '{"text":"{text}"}',
  RUNNER_CALLS_PER_MINUTE: '0',
  ADDRESS_CALLS_PER_MINUTE: '0',
}

export async function startAttackedServer(
  kind: DatabaseKind,
  changed: NodeJS.ProcessEnv = {},
): Promise<AttackedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veni-attack-'))
  if (kind === 'embedded') await (await openEmbedded(dataDir, inject('embeddedTemplate'))).close()
  const sms = createServer((_request, reply) => reply.end('accepted')).listen(0, '127.0.0.1')
  await once(sms, 'listening')
  const env = {
    ...settings,
    SMS_URL: `http://127.0.0.1:${(sms.address() as AddressInfo).port}/`,
    DATA_DIR: dataDir,
    DATABASE_URL: kind === 'postgres' ? await createFreshPostgres() : '',
    ...changed,
  }
  const before = await inDatabase(env, async ({ db }) => {
    await storeAttackData(db, dataDir)
    return readProtected(db, dataDir)
  })
  const process = new ServerProcess(env)
  return {
    process,
    address: await process.address(),
    before,
    end: async () => {
      const ended = await process.kill('SIGTERM')
      return { ended, after: await inDatabase(env, ({ db }) => readProtected(db, dataDir)) }
    },
    clear: async () => {
      await process.kill('SIGKILL')
      sms.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Opens the server's database while no server runs. */
async function inDatabase<T>(
  env: NodeJS.ProcessEnv,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(readConfig(env))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The memory of the process and of those that it has started, such as the one that decodes photos, in MB. */
export async function residentMegabytes({ pid }: ServerProcess): Promise<number> {
  const sizes = await Promise.all((await processesBelow(pid)).map(residentOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function processesBelow(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) =>
      readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
    ),
  )
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  return [pid, ...(await Promise.all(children.map(processesBelow))).flat()]
}

/** @returns 0 for a process that has ended */
async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
