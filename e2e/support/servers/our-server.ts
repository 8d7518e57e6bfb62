import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { RunnerRecord } from '@veni/domain/api/runner-record'
import { freePort } from '../../../scripts/process/free-port.mjs'

const entry = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))
/**
 * Compiles the database to WebAssembly once, without the optimiser. Each test starts a server and makes few calls: half of
 * the processor time of a start was the optimiser's.
 */
const QUICK_START = '--liftoff-only'
// Enough for a loaded machine.
const START_LIMIT_MS = 120_000
const POLL_MS = 50
const LAST_OUTPUT_MS = 1_000

export interface StartOptions {
  /** Added to the environment of the server. This file sets PORT, HOST and DATA_DIR. */
  env?: Record<string, string>
  /** Whether the database is compiled with the optimiser, as for users: its start takes longer, and each call less. */
  isOptimised?: boolean
  /** An existing data folder. Without it the server gets an empty one, and `stop` removes it. */
  dataDir?: string
}

export interface Veni {
  readonly url: string
  readonly dataDir: string
  /** Process id of the running server. `restart` changes it. */
  readonly pid: number
  /** The terminal output of the server since its first start. */
  output: () => string
  /** Ends the server with SIGTERM. @returns the exit code */
  stop: () => Promise<number>
  /** Ends the server with SIGKILL. The data folder stays. */
  kill9: () => Promise<void>
  /** Starts the server again with the same data and address, and ends it first if it runs. @param changed settings */
  restart: (changed?: Record<string, string>) => Promise<void>
}

/**
 * Starts the built server on a free loopback port and waits until it answers.
 * Throws with the output of the server when it does not start.
 */
export async function startVeni(options: StartOptions = {}): Promise<Veni> {
  const { env = {}, dataDir } = options
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'veni-')))
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  // Vite sets NODE_ENV to production in the process that builds the floor page; then demo sign-in would not start.
  const settings = { NODE_ENV: '', ...env, PORT: port, HOST: '127.0.0.1', DATA_DIR: folder }
  let output = ''
  const launch = (changed: Record<string, string> = {}) => {
    const started = spawnServer({ ...settings, ...changed }, options, (text) => (output += text))
    return waitForAnswer(started, url, () => output)
  }
  let server = await launch()
  // A restarted server may answer before `launch` resolves here. Functions that end the server wait for that.
  let starting = Promise.resolve()
  const endStarted = (signal: NodeJS.Signals) => starting.then(() => end(server, signal))
  // An interrupted test must not leave a running server.
  const endWithTests = () => server.kill('SIGKILL')
  process.once('exit', endWithTests)
  return {
    url,
    dataDir: folder,
    get pid() {
      return server.pid ?? 0
    },
    output: () => output,
    stop: async () => {
      const code = await endStarted('SIGTERM')
      process.off('exit', endWithTests)
      if (!dataDir) await rm(folder, { recursive: true, force: true })
      return code
    },
    kill9: async () => void (await endStarted('SIGKILL')),
    restart: async (changed) => {
      starting = end(server, 'SIGTERM').then(async () => {
        server = await launch(changed)
      })
      await starting
    },
  }
}

function spawnServer(
  settings: Record<string, string>,
  { isOptimised = false }: Pick<StartOptions, 'isOptimised'>,
  onOutput: (text: string) => void,
): ChildProcess {
  const env = { ...process.env, ...settings }
  const args = isOptimised ? [entry] : [QUICK_START, entry]
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => onOutput(chunk.toString()))
  return server
}

/** Ends a server. @returns the exit code; -1 when a signal ended it */
async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  if (isRunning(server)) {
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  return server.exitCode ?? -1
}

const isRunning = (server: ChildProcess) => server.exitCode === null && server.signalCode === null

/** Returns the server itself when it answers. */
async function waitForAnswer(
  server: ChildProcess,
  url: string,
  output: () => string,
): Promise<ChildProcess> {
  const deadline = Date.now() + START_LIMIT_MS
  while (isRunning(server) && Date.now() < deadline) {
    // A refused connection fails at once, so wait before the next try.
    const answer = await fetch(`${url}/api/ping`).catch(() => setTimeout(POLL_MS))
    if (answer?.ok) return server
  }
  await end(server, 'SIGKILL')
  // The last output may come after the end of the process.
  await Promise.race([once(server, 'close'), setTimeout(LAST_OUTPUT_MS)])
  throw new Error(`The server did not start. Its output:\n${output()}`)
}

/** The runner record of the runner who is signed in on the page. @param url of the server; the base URL by default */
export async function readRunnerRecord(
  page: Pick<Page, 'request'>,
  url = '',
): Promise<RunnerRecord> {
  const answer = await page.request.get(`${url}/api/runners/me`)
  return (await answer.json()) as RunnerRecord
}
