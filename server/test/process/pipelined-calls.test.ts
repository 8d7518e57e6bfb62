import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RAVI } from '../fixtures/records.ts'
import { FROM_OUR_PAGE, signInAt } from '../setup/client.ts'
import { ServerProcess } from '../setup/server-process.ts'

const LARGE_FILE = '/api/docs/static/swagger-ui-bundle.js'

/** `once` would fail with the error of a connection that the server has reset. */
const closed = (socket: Socket) => new Promise((resolve) => void socket.once('close', resolve))

describe('a server whose client pipelines calls', () => {
  let dataDir: string
  let server: ServerProcess
  let address: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'veni-pipelined-'))
    server = new ServerProcess({ DATA_DIR: dataDir, CALLS_PER_MINUTE: '0' })
    address = await server.address()
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Sends the same GET `times` times at once and reads no answer. */
  const pipeline = (path: string, times: number, header = 'cookie: veni=x'): Socket => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`.repeat(times))
    return socket
  }
  const listOpenFiles = () => readdirSync(`/proc/${server.pid}/fd`).length

  it('works on at most ten calls of a connection, and then ends it', async () => {
    const cookie = await signInAt(address, RAVI.phone)
    const socket = pipeline('/api/customers', 20_000)
    await closed(socket.resume())
    const reply = await fetch(`${address}/api/customers`, { headers: { ...FROM_OUR_PAGE, cookie } })
    expect(reply.status).toBe(200)
    expect(server.output.split('GET /api/customers 401').length - 1).toBeLessThanOrEqual(10)
    expect(server.output).not.toContain('MaxListeners')
  })

  it.each([
    ['an address that cannot be read', '/%zz', 'cookie: veni=x'],
    ['an Expect header', '/api/ping', 'expect: x'],
  ])('ends a connection of many calls with %s, which no hook sees', async (_name, path, header) => {
    const socket = pipeline(path, 20_000, header)
    let answers = 0
    socket.on('data', (chunk) => (answers += String(chunk).split('HTTP/1.1 4').length - 1))
    await closed(socket)
    expect(answers).toBeLessThanOrEqual(10)
  })

  it('answers ten pipelined calls', async () => {
    const socket = pipeline('/api/ping', 10)
    let answered = ''
    socket.on('data', (chunk) => (answered += String(chunk)))
    const countAnswers = () => answered.split('HTTP/1.1 200').length - 1
    await expect.poll(countAnswers).toBe(10)
    socket.destroy()
    await closed(socket)
  })

  it('closes the files of answers whose phone has gone', async () => {
    expect((await fetch(address + LARGE_FILE)).status).toBe(200)
    const before = listOpenFiles()
    for (let round = 0; round < 30; round += 1) {
      const socket = pipeline(LARGE_FILE, 10)
      await once(socket, 'connect')
      // The first answer is being sent, and the others wait for it.
      await once(socket, 'data')
      socket.pause()
      await fetch(`${address}/api/ping`)
      socket.destroy()
      await closed(socket)
    }
    await expect.poll(listOpenFiles).toBeLessThan(before + 30)
  })
})
