import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorReplySchema } from '@veni/domain/api/protocol'
import * as v from 'valibot'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callHeaders } from './call-headers.ts'
import { answerExpectation, answerUnreadable } from './unreadable-request.ts'

const HOST = 'host: localhost\r\n'

/**
 * Sends the bytes to a server that has nothing but these answers.
 * @param limitMs of Node's own clock for a request that stops in the middle
 * @returns all it sends until it ends the connection
 */
async function send(bytes: string, limitMs = 60_000): Promise<string> {
  const server = createServer({
    maxHeaderSize: 1_024,
    headersTimeout: limitMs,
    requestTimeout: limitMs,
    connectionsCheckingInterval: 20,
    keepAliveTimeout: 0,
  })
  server.on('clientError', answerUnreadable).on('checkExpectation', answerExpectation)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write(bytes)
  return text(socket)
}

/** Reads an answer as strictly as the phone and a proxy do. */
function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((header) => header.split(': ', 2)))
  return { status: line.replace('HTTP/1.1 ', ''), headers, body }
}

describe('a request that cannot be read', () => {
  test.each([
    ['is no HTTP', 'hello\r\n\r\n', '400 Bad Request'],
    [
      'has two lengths',
      `POST / HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
      '400 Bad Request',
    ],
    [
      'has too large headers',
      `GET / HTTP/1.1\r\n${HOST}x: ${'x'.repeat(2_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    ['stops in the middle of its headers', `GET / HTTP/1.1\r\n${HOST}x: `, '408 Request Timeout'],
    [
      'stops in the middle of its body',
      `POST / HTTP/1.1\r\n${HOST}content-length: 9\r\n\r\nabc`,
      '408 Request Timeout',
    ],
  ])('and %s: one whole answer, and the end of the connection', async (_, bytes, status) => {
    const answer = read(await send(bytes, status.startsWith('408') ? 100 : undefined))
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(callHeaders)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(answer.body)),
      connection: 'close',
    })
    expect(v.is(errorReplySchema, JSON.parse(answer.body))).toBe(true)
  })

  test('with an expectation that nobody knows: an answer with all headers', async () => {
    const bytes = `GET / HTTP/1.1\r\n${HOST}expect: tea\r\nconnection: close\r\n\r\n`
    const answer = await send(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 417 /)
    for (const [name, value] of Object.entries(callHeaders))
      expect(answer.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase())
    expect(answer).toContain('application/json; charset=utf-8')
  })
})
