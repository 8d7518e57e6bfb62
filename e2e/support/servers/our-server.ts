import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url))
// A loaded machine is slow, not broken.
const START_LIMIT_MS = 120_000
const POLL_MS = 50
const LAST_WORDS_MS = 1_000

export interface StartOptions {
  /** Added to the environment of the server; PORT, HOST and DATA_DIR are set here. */
  env?: Record<string, string>
  /** A folder to keep; without it the server gets an empty one, removed by `stop`. */
  dataDir?: string
}

export interface Veni {
  readonly url: string
  readonly dataDir: string
  /** Process id of the server that runs now; another one after `restart`. */
  readonly pid: number
  /** Everything the server has written to the terminal since it was first started. */
  output: () => string
  /** Closes as an operator does (SIGTERM) and gives the exit code. */
  stop: () => Promise<number>
  /** Ends the process as a dead battery does: nothing is closed, the data folder stays. */
  kill9: () => Promise<void>
  /** Starts again on the same data and the same address, after stopping what still runs. @param changed settings */
  restart: (changed?: Record<string, string>) => Promise<void>
}

/**
 * Starts the built server on a free loopback port and waits until it answers.
 * Throws with the server's own words when it does not start.
 */
export async function startVeni({ env = {}, dataDir }: StartOptions = {}): Promise<Veni> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'veni-')))
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const settings = { ...env, PORT: port, HOST: '127.0.0.1', DATA_DIR: folder }
  let output = ''
  const launch = async (changed: Record<string, string> = {}) => {
    const started = spawn(process.execPath, [entry], {
      env: { ...process.env, ...settings, ...changed },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    started.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await answering(started, url, () => output)
    return started
  }
  let server = await launch()
  // It answers, and may have answered all, a moment before it is known here: whoever ends it waits for that moment.
  let starting = Promise.resolve()
  // A test that breaks off leaves no server behind.
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
      await starting
      const code = await end(server, 'SIGTERM')
      process.off('exit', endWithTests)
      if (!dataDir) await rm(folder, { recursive: true, force: true })
      return code
    },
    kill9: async () => {
      await starting
      await end(server, 'SIGKILL')
    },
    restart: async (changed) => {
      starting = end(server, 'SIGTERM').then(async () => {
        server = await launch(changed)
      })
      await starting
    },
  }
}

/** The exit code; -1 when a signal ended it. */
async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  if (isRunning(server)) {
    const exit = once(server, 'exit')
    server.kill(signal)
    await exit
  }
  return server.exitCode ?? -1
}

const isRunning = (server: ChildProcess) => server.exitCode === null && server.signalCode === null

async function answering(server: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (isRunning(server) && Date.now() < deadline) {
    // A connection refused comes back at once: look again a little later.
    const answer = await fetch(`${url}/api/ping`).catch(() => setTimeout(POLL_MS))
    if (answer?.ok) return
  }
  await end(server, 'SIGKILL')
  // Its last words may come after its end.
  await Promise.race([once(server, 'close'), setTimeout(LAST_WORDS_MS)])
  throw new Error(`The server did not start. It said:\n${output()}`)
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
