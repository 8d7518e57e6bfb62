import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { postgresIdentity } from './throw-away-postgres.ts'

export interface Pooler {
  /** The URL without a database name. */
  readonly url: string
  /** Sends all transactions to another PostgreSQL from now on. @param url without a database name */
  switchTo(url: string): void
  /** Ends it with all connections, as a crash does, and starts it again at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a PgBouncer in transaction mode in front of a PostgreSQL, on a free loopback port.
 * @param url of PostgreSQL, without a database name
 * @param sessions of PostgreSQL for each database
 */
export async function startPooler(url: string, sessions: number): Promise<Pooler> {
  const identity = postgresIdentity()
  const folder = mkdtempSync(join(tmpdir(), 'veni-pooler-'))
  const port = await freePort()
  const { username } = new URL(url)
  const settings = join(folder, 'pgbouncer.ini')
  const writeSettings = (to: string) =>
    writeFileSync(settings, settingsOf(new URL(to), { port, sessions, folder }))
  writeSettings(url)
  writeFileSync(usersOf(folder), `"${username}" ""\n`)
  if (identity)
    for (const path of [folder, usersOf(folder), settings])
      chownSync(path, identity.uid, identity.gid)
  const start = async () => {
    const started = spawn('pgbouncer', [settings], {
      ...identity,
      cwd: folder,
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await untilUp(started)
    return started
  }
  let pooler = await start()
  return {
    url: `postgres://${username}@127.0.0.1:${port}`,
    switchTo: (other) => {
      writeSettings(other)
      pooler.kill('SIGHUP')
    },
    restart: async () => {
      if (pooler.kill('SIGKILL')) await once(pooler, 'exit')
      pooler = await start()
    },
    stop: async () => {
      if (pooler.kill('SIGTERM')) await once(pooler, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const usersOf = (folder: string) => join(folder, 'users.txt')

interface PoolerSettings {
  readonly port: number
  readonly sessions: number
  readonly folder: string
}

/** docs/operations.md has the same settings. */
const settingsOf = ({ hostname, port: to }: URL, { port, sessions, folder }: PoolerSettings) =>
  `[databases]
* = host=${hostname} port=${to}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${usersOf(folder)}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
server_login_retry = 1
`

/** Throws what PgBouncer reports when it does not start. */
async function untilUp(pooler: ChildProcess): Promise<void> {
  let output = ''
  pooler.once('error', (error) => (output += error.message))
  for await (const chunk of pooler.stderr ?? []) {
    output += String(chunk)
    if (output.includes('process up')) break
  }
  if (!output.includes('process up')) throw new Error(`PgBouncer did not start: ${output}`)
}
