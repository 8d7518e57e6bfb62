import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../scripts/process/free-port.mjs'

export interface Proxy {
  readonly url: string
  stop(): Promise<void>
}

const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const recipe = /```\n(defaults\n[^]*?)```/u.exec(document)?.[1] ?? ''

/** The recipe of docs/operations.md with other addresses. */
const settingsOf = (port: number, servers: readonly number[]) =>
  [
    ...recipe
      .replace(/bind .*/u, `bind 127.0.0.1:${port}`)
      .split('\n')
      .filter((line) => !line.startsWith('  server ')),
    ...servers.map((one, at) => `  server veni${at} 127.0.0.1:${one}\n`),
  ].join('\n')

/**
 * Starts a HAProxy that gives each request to the next of several servers that are ready, as docs/operations.md says.
 * @param ports of the servers on this machine
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'veni-proxy-'))
  const port = await freePort()
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(settings, settingsOf(port, ports))
  const proxy = spawn('haproxy', ['-db', '-q', '-f', settings], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilListening(proxy, port)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (proxy.kill('SIGTERM')) await once(proxy, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Throws what HAProxy reports when it does not start. */
async function untilListening(proxy: ChildProcess, port: number): Promise<void> {
  let output = ''
  proxy.once('error', (error) => (output += error.message))
  proxy.stderr?.on('data', (chunk) => (output += String(chunk)))
  while (!(await isListening(port))) {
    if (proxy.exitCode !== null || proxy.pid === undefined)
      throw new Error(`HAProxy did not start: ${output}`)
    await wait(POLL_MS)
  }
}

const POLL_MS = 20

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
