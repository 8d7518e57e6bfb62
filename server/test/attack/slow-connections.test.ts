import { type AddressInfo, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { customers } from '../../src/db/schema.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { signInAt } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

const HEAD =
  'POST /api/sign-in/codes HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\n'
const BODY = `${HEAD}content-type: application/json\r\ncontent-length: 1000\r\n\r\n`

/** Node answers this itself, so that no hook adds the headers. */
const TIMED_OUT = expect.arrayContaining([
  'HTTP/1.1 408 Request Timeout',
  "content-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy: same-origin',
  'x-content-type-options: nosniff',
])

describe('connections that send slowly', () => {
  const server = useServer('embedded')
  let port = 0
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })

  /** Runs a test with so many ms instead of two minutes. */
  async function withTimeout(ms: number, test: () => Promise<void>) {
    expect(server.app.server.timeout).toBe(120_000)
    server.app.server.timeout = ms
    try {
      await test()
    } finally {
      server.app.server.timeout = 120_000
    }
  }

  /** Sends a byte every 100 ms until the server closes. @returns the lines before the body that it answers */
  async function sendSlowly(start: string): Promise<string[]> {
    const socket: Socket = connect(port, '127.0.0.1')
    let answered = ''
    socket.on('data', (chunk: Buffer) => (answered += String(chunk)))
    socket.on('error', () => undefined)
    socket.write(start)
    const timer = setInterval(() => socket.write('x'), 100)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'close')
    clearInterval(timer)
    return answered.split('\r\n\r\n')[0]?.split('\r\n') ?? []
  }

  it('are closed when their headers do not come in 20 s, and nobody else waits meanwhile', async () => {
    const from = performance.now()
    const slow = Promise.all(Array.from({ length: 50 }, () => sendSlowly(`${HEAD}x-slow: `)))
    for (let call = 0; call < 10; call += 1) {
      const asked = performance.now()
      expect((await fetch(`http://127.0.0.1:${port}/api/ping`)).status).toBe(200)
      expect(performance.now() - asked).toBeLessThan(10_000)
      await wait(100)
    }
    for (const lines of await slow) expect(lines).toEqual(TIMED_OUT)
    // Node looks every 5 s. The rest is time for a slow machine: without our limit it takes 60 s.
    expect(performance.now() - from).toBeLessThan(50_000)
  })

  it('are closed when nothing of their body comes for two minutes', async () => {
    await withTimeout(1_000, async () => {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined)
      socket.resume()
      socket.write(BODY)
      const from = performance.now()
      await once(socket, 'close')
      expect(performance.now() - from).toBeGreaterThan(900)
    })
  })

  it('are closed when nobody takes their answer for two minutes', async () => {
    const cookie = await signInAt(`http://127.0.0.1:${port}`, RAVI.phone)
    const text = 'x'.repeat(1_500)
    const long = { memberName: text, extra: text, status: 'assigned', runnerId: RAVI.id }
    // The embedded database ends a statement that takes long.
    for (let part = 0; part < 10; part += 1)
      await server.deps.db.insert(customers).values(Array.from({ length: 300 }, () => long))
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.pause()
    const read = `GET /api/customers HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`
    // Together more than the buffers of the system take.
    socket.write(read.repeat(5))
    const [accepted] = (await once(server.app.server, 'connection')) as [Socket]
    // A slow machine needs seconds for the first byte, so the shorter limit begins then.
    await expect.poll(() => accepted.writableLength).toBeGreaterThan(0)
    expect(accepted.timeout).toBe(120_000)
    accepted.setTimeout(1_000)
    await once(accepted, 'close')
    expect(accepted.bytesWritten).toBeGreaterThan(0)
  })

  it('are closed when their body does not come in the time for a photo on a slow network', async () => {
    expect(server.app.server.requestTimeout).toBe(600_000)
    server.app.server.requestTimeout = 1_000
    server.app.server.headersTimeout = 1_000
    expect(await sendSlowly(BODY)).toEqual(TIMED_OUT)
  })
})
