import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { postgresIdentity, program, stop, untilReady } from '../setup/throw-away-postgres.ts'

/** A running PostgreSQL on a folder. */
export interface Cluster {
  readonly url: string
  /** Rejects when it does not start. */
  readonly ready: Promise<void>
  /** Ends it and all its processes with SIGKILL. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Small segments of the log, so that it often goes on in another file. */
const SEGMENT_MB = 1
/** Checkpoints come from the size of the log, about every 4 MB. */
const settings = { max_wal_size: '4MB', min_wal_size: '2MB', max_connections: 30 }

export function createCluster(folder: string): void {
  const identity = postgresIdentity()
  mkdirSync(folder, { mode: 0o700 })
  if (identity) chownSync(folder, identity.uid, identity.gid)
  const args = ['-D', folder, '-U', 'veni', '-A', 'trust', '-E', 'UTF8', '--no-locale']
  const options = { ...identity, cwd: folder, stdio: 'ignore' } as const
  execFileSync(program('initdb'), [...args, `--wal-segsize=${SEGMENT_MB}`], options)
}

/** @param env more variables of its processes */
export async function startCluster(folder: string, env: NodeJS.ProcessEnv): Promise<Cluster> {
  const port = await freePort()
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port, ...settings }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(program('postgres'), ['-D', folder, ...options], {
    ...postgresIdentity(),
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  // Emitted when the last of its processes has ended: all of them have the last pipe. `untilReady` closes the other one.
  const ended = once(server, 'close')
  const ready = untilReady(server)
  // A cut during the start is no failure of the test.
  ready.catch(() => undefined)
  return {
    url: `postgres://veni@127.0.0.1:${port}/postgres`,
    ready,
    async kill() {
      killAll(server)
      await ended
    },
    stop: () => stop(server),
  }
}

/** The children of a killed PostgreSQL would go on for a moment. A stopped one starts no more of them. */
function killAll(server: ChildProcess): void {
  if (server.exitCode !== null || server.signalCode !== null || !server.pid) return
  server.kill('SIGSTOP')
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  const maps = readFileSync(`/proc/${server.pid}/maps`, 'utf8')
  for (const child of children.split(' ').map(Number).filter(Boolean)) endIfRunning(child)
  server.kill('SIGKILL')
  removeSharedMemory(maps)
}

/** The memory that PostgreSQL shares between its processes stays after SIGKILL, but not after a power cut. */
function removeSharedMemory(maps: string): void {
  for (const [path] of maps.matchAll(/\/dev\/shm\/PostgreSQL\.\d+/g)) rmSync(path, { force: true })
  // The number of such a segment is the inode in its line.
  for (const [, id = ''] of maps.matchAll(/ (\d+) +\/SYSV/g)) execFileSync('ipcrm', ['-m', id])
}

function endIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
