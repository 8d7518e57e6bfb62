import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../scripts/process/free-port.mjs'

export interface Proxy {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a HAProxy that gives each request to the next of several servers that are ready (docs/operations.md has the same
 * settings).
 * @param ports of the servers on this machine
 */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'veni-proxy-'))
  const port = await freePort()
  const settings = join(folder, 'haproxy.cfg')
  const servers = ports.map((one, at) => `  server veni${at} 127.0.0.1:${one}`)
  writeFileSync(
    settings,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 3s
  retries 2
  option redispatch
frontend phones
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk
  http-check send meth GET uri /api/health/ready ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server check inter 200ms fastinter 100ms fall 1 rise 1
${servers.join('\n')}
`,
  )
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
