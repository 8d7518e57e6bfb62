import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RAVI } from '../fixtures/records.ts'
import { FROM_OUR_PAGE, signInAt } from '../setup/client.ts'
import { ServerProcess } from '../setup/server-process.ts'

/** Sends bytes as they are. @returns everything that the server answers until it closes the connection */
async function sendRaw(address: string, text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const answered: Buffer[] = []
  socket.on('data', (chunk: Buffer) => answered.push(chunk))
  socket.on('error', () => undefined)
  // Not `end`: Node drops its answers when the client closes its side first.
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(answered).toString()
}

describe('a server with hostile connections', () => {
  let dataDir: string
  let server: ServerProcess
  let address: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'veni-bounded-'))
    server = new ServerProcess({ DATA_DIR: dataDir })
    address = await server.address()
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n', '400'],
    [
      'a URL that is none',
      'GET /%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      '400',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
      '400',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    [
      'too large headers',
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(140_000)}\r\n\r\n`,
      '431',
    ],
  ])('answers %s by a refusal with all security headers', async (_name, text, status) => {
    const answer = await sendRaw(address, text)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/content-security-policy: .*frame-ancestors 'none'/i)
    expect(answer).toMatch(/cross-origin-resource-policy: same-origin/i)
    expect(answer).toMatch(/x-content-type-options: nosniff/i)
  })

  it('takes a compressed body neither on a GET nor on a POST, and nothing waits for ever', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000, '{'))
    const head = (method: string) =>
      `${method} /api/sign-in/codes HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`
    const next = 'GET /api/ping HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
    for (const [method, expected] of [
      ['GET', [404, 200]],
      // After a body that it could not parse, Fastify closes the connection.
      ['POST', [400]],
    ] as const) {
      const answer = await sendRaw(
        address,
        Buffer.concat([Buffer.from(`${head(method)}\r\n`), bomb, Buffer.from(next)]),
      )
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))
      expect(statuses).toEqual(expected)
    }
  })

  it('answers a broken multipart body by 400 and logs no failure', async () => {
    const cookie = await signInAt(address, RAVI.phone)
    const upload = (type: string, body: string) =>
      fetch(`${address}/api/images`, {
        method: 'POST',
        headers: { ...FROM_OUR_PAGE, cookie, 'content-type': type },
        body,
      })
    const part =
      '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nbytes'
    for (const [type, body] of [
      ['multipart/form-data', part],
      ['multipart/form-data; boundary=', part],
      [`multipart/form-data; boundary=${'b'.repeat(5_000)}`, part],
      ['multipart/form-data; boundary=b', part],
      ['multipart/form-data; boundary=b', part.slice(0, 30)],
      ['multipart/form-data; boundary=b', ''],
      ['multipart/form-data; boundary=b', '--b\r\n\r\n\r\n--b--\r\n'],
      ['multipart/form-data; boundary=b', `--b\r\n${'x'.repeat(20_000)}`],
    ] as const) {
      const answer = await upload(type, body)
      expect([answer.status, await answer.json()], `${type} ${body.slice(0, 20)}`).toMatchObject([
        400,
        { error: { code: 'bad-request' } },
      ])
    }
  })

  it('ends within ten seconds of SIGTERM, although connections are silent or stop in the middle', async () => {
    const { hostname, port } = new URL(address)
    const silent: Socket[] = []
    for (const text of ['', 'GET / HT', 'POST /api/sign-in/codes HTTP/1.1\r\nhost: localhost\r\n'])
      silent.push(
        connect(Number(port), hostname, function (this: Socket) {
          this.write(text)
        }),
      )
    for (const socket of silent) socket.on('error', () => undefined)
    const begun = httpRequest(new URL('/api/sign-in/codes', address), {
      method: 'POST',
      headers: { ...FROM_OUR_PAGE, 'content-type': 'application/json', 'content-length': 100 },
    })
    begun.on('error', () => undefined)
    begun.write('{"phone":')
    expect((await fetch(`${address}/api/ping`)).status).toBe(200)
    const from = performance.now()
    const { code, stderr } = await server.kill('SIGTERM')
    expect({ code, stderr, isFast: performance.now() - from < 10_000 }).toEqual({
      code: 0,
      stderr: '',
      isFast: true,
    })
  })
})
