import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../../scripts/process/free-port.mjs'

export type ThrowAwayPostgres = {
  /** The URL without a database name. */
  url: string
  createDatabase(name: string): Promise<void>
  /** Ends it as the loss of its machine does. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export interface Standby extends ThrowAwayPostgres {
  /** Makes it the primary. Resolves when it takes writes. */
  promote(): Promise<void>
}

export interface PostgresOptions {
  /** Settings of PostgreSQL besides those that a test run needs. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** The words of a program that starts PostgreSQL as its user. @param folder belongs to this user */
  readonly wrap?: (folder: string) => readonly string[]
}

/** Starts a PostgreSQL in a temporary folder, on a free loopback port, with fsync on as in production. */
export async function startPostgres(options: PostgresOptions = {}): Promise<ThrowAwayPostgres> {
  const folder = newFolder()
  const initdb = ['-D', dataOf(folder), '-U', 'veni', '-A', 'trust', '-E', 'UTF8', '--no-locale']
  runProgram('initdb', initdb, folder)
  return serveFolder(folder, options)
}

/** Starts a PostgreSQL that follows another one. Every commit of that one then waits until this one has it on its disk. */
export async function startStandby(primary: ThrowAwayPostgres): Promise<Standby> {
  const folder = newFolder()
  runProgram(
    'pg_basebackup',
    ['-d', `${primary.url}/postgres`, '-D', dataOf(folder), '-R', '-c', 'fast'],
    folder,
  )
  // Its own commits wait for nobody: after its promotion there is no other one.
  const standby = await serveFolder(folder, { settings: { synchronous_standby_names: '' } })
  await run(`${primary.url}/postgres`, "alter system set synchronous_standby_names = '*'")
  await run(`${primary.url}/postgres`, 'select pg_reload_conf()')
  // Not at once: the phones of the test go on meanwhile.
  const promote = async () => {
    const args = ['promote', '-w', '-D', dataOf(folder)]
    await promisify(execFile)(program('pg_ctl'), args, { ...postgresIdentity(), cwd: folder })
  }
  return { ...standby, promote }
}

function newFolder(): string {
  const identity = postgresIdentity()
  const folder = mkdtempSync(join(tmpdir(), 'veni-postgres-'))
  if (identity) chownSync(folder, identity.uid, identity.gid)
  return folder
}

const dataOf = (folder: string) => join(folder, 'data')

const runProgram = (name: string, args: readonly string[], folder: string) =>
  execFileSync(program(name), args, { ...postgresIdentity(), cwd: folder, stdio: 'ignore' })

async function serveFolder(
  folder: string,
  { settings: more = {}, wrap }: PostgresOptions,
): Promise<ThrowAwayPostgres> {
  const identity = postgresIdentity()
  const data = dataOf(folder)
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, port, ...more }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const words = [...(wrap?.(folder) ?? []), program('postgres'), '-D', data, ...options]
  const [command = '', ...args] = words
  const server = spawn(command, args, {
    ...(!wrap && identity),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilReady(server)
  const url = `postgres://veni@127.0.0.1:${port}`
  return {
    url,
    createDatabase: async (name) => void (await run(`${url}/postgres`, `create database ${name}`)),
    kill: async () => {
      if (server.kill('SIGKILL')) await once(server, 'exit')
    },
    stop: async () => {
      await stop(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root. Debian's package has a user for it. */
export function postgresIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Debian has the server's programs outside PATH, in one folder per version. */
export function program(name: string): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folder = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return folder ? join(debian, folder, 'bin', name) : name
}

export async function untilReady(server: ChildProcess): Promise<void> {
  let log = ''
  for await (const chunk of server.stderr ?? []) {
    log += String(chunk)
    if (/ready to accept (read-only )?connections/.test(log)) {
      server.stderr?.resume()
      return
    }
  }
  throw new Error(`PostgreSQL did not start: ${log}`)
}

/** SIGINT is PostgreSQL's fast shutdown, which ends the open connections. */
export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
}
