import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, postgresIdentity } from './throw-away-postgres.ts'

export interface Pooler {
  /** The URL without a database name. */
  readonly url: string
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
  const { hostname, port: postgresPort, username } = new URL(url)
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`,
  )
  if (identity)
    for (const path of [folder, users, settings]) chownSync(path, identity.uid, identity.gid)
  const pooler = spawn('pgbouncer', [settings], {
    ...identity,
    cwd: folder,
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilUp(pooler)
  return {
    url: `postgres://${username}@127.0.0.1:${port}`,
    stop: async () => {
      if (pooler.kill('SIGTERM')) await once(pooler, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

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
