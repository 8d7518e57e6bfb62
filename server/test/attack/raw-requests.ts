/** Requests that no HTTP library would send, byte for byte. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { cookieOf, PROBE_CUSTOMERS } from './attack-data.ts'

const HOST = 'host: localhost\r\n'
const JSON_POST = `POST /api/sign-in/session HTTP/1.1\r\n${HOST}sec-fetch-site: same-origin\r\ncontent-type: application/json\r\n`
const BODY = '{"phone":"1","code":"12"}'
/** What an attacker wants to put in front of the next request of the connection. */
const SMUGGLED = `GET /api/openapi.json HTTP/1.1\r\n${HOST}\r\n`
const PING = `GET /api/ping HTTP/1.1\r\n${HOST}\r\n`
/** The last request of a connection, so that the server closes it. */
const LAST = `GET /api/ping HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`

const chunked = (size: string, rest = '') =>
  `${JSON_POST}transfer-encoding: chunked\r\n\r\n${size}\r\n${BODY}\r\n0\r\n${rest}\r\n${LAST}`
const SIZE = BODY.length.toString(16)
const withLength = `${JSON_POST}content-length: ${BODY.length}\r\n`

/** Name, bytes and the statuses of all answers until the server closes the connection. */
type RawRequest = readonly [name: string, bytes: string | Buffer, statuses: readonly number[]]

const ambiguous: RawRequest[] = [
  ['a method that nobody knows', `BREW / HTTP/1.1\r\n${HOST}\r\n${SMUGGLED}`, [400]],
  [
    'a length and chunks',
    `${JSON_POST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'chunks and a length',
    `${JSON_POST}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'two different lengths',
    `${JSON_POST}content-length: 0\r\ncontent-length: 44\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  ['a list of lengths', `${JSON_POST}content-length: 0, 44\r\n\r\n${SMUGGLED}`, [400]],
  ['a length with a sign', `${JSON_POST}content-length: +5\r\n\r\n${SMUGGLED}`, [400]],
  ['a negative length', `${JSON_POST}content-length: -1\r\n\r\n${SMUGGLED}`, [400]],
  ['a length in hexadecimal', `${JSON_POST}content-length: 0x10\r\n\r\n${SMUGGLED}`, [400]],
  [
    'a length beyond 64 bits',
    `${JSON_POST}content-length: 99999999999999999999\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  ['a space before the colon', `${JSON_POST}content-length : 5\r\n\r\n${SMUGGLED}`, [400]],
  [
    'a folded header',
    `${JSON_POST}transfer-encoding:\r\n chunked\r\ncontent-length: 5\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'an unknown coding after chunks',
    `${JSON_POST}transfer-encoding: chunked, x\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'chunks twice',
    `${JSON_POST}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'a coding with a tab',
    `${JSON_POST}transfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  ['bare line feeds', `GET /api/ping HTTP/1.1\nhost: localhost\n\n${SMUGGLED}`, [400]],
  ['bare carriage returns', `GET /api/ping HTTP/1.1\rhost: localhost\r\r${SMUGGLED}`, [400]],
  ['a line feed in a header', `GET /api/ping HTTP/1.1\r\n${HOST}x: a\nb: c\r\n\r\n`, [400]],
  ['a zero byte in a header', `GET /api/ping HTTP/1.1\r\n${HOST}x: a\0b\r\n\r\n`, [400]],
  ['no header name', `GET /api/ping HTTP/1.1\r\n${HOST}: a\r\n\r\n`, [400]],
  ['a size of a chunk that is none', chunked('zz'), [400]],
  ['a negative size of a chunk', chunked('-1'), [400]],
  ['a size of a chunk beyond 64 bits', chunked('fffffffffffffffff'), [400]],
  ['a shorter chunk than its size', chunked('7'), [400]],
  [
    'a longer size with a bare line feed',
    `${JSON_POST}transfer-encoding: chunked\r\n\r\n${SIZE}\n${BODY}\n0\n\n`,
    [400],
  ],
  ['two hosts', `GET /api/ping HTTP/1.1\r\n${HOST}host: evil.example\r\n\r\n`, [400]],
  ['no host', 'GET /api/ping HTTP/1.1\r\nconnection: close\r\n\r\n', [421]],
]

const others: RawRequest[] = [
  ['an extension of a chunk', chunked(`${SIZE};a=b`), [400, 200]],
  ['a huge extension of a chunk', chunked(`${SIZE};${'a'.repeat(20_000)}`), [400]],
  ['trailers after the chunks', chunked(SIZE, 'content-length: 5\r\ncookie: veni=a\r\n'), [400]],
  ['pipelined requests', `${PING}${PING}${withLength}\r\n${BODY}${LAST}`, [200, 200, 400, 200]],
  [
    'a body on a GET',
    `GET /api/ping HTTP/1.1\r\n${HOST}content-length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}${LAST}`,
    [200, 200],
  ],
  [
    'chunks on a GET',
    `GET /api/ping HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n${LAST}`,
    [200, 200],
  ],
  [
    'a body on a HEAD',
    `HEAD /api/ping HTTP/1.1\r\n${HOST}content-length: 3\r\n\r\nabc${LAST}`,
    [200, 200],
  ],
  [
    'Expect: 100-continue',
    `${withLength}expect: 100-continue\r\n\r\n${BODY}${LAST}`,
    [100, 400, 200],
  ],
  ['another expectation', `${withLength}expect: 200-ok\r\n\r\n${BODY}${LAST}`, [417, 200]],
  [
    'an upgrade',
    `GET /api/ping HTTP/1.1\r\n${HOST}connection: upgrade, close\r\nupgrade: websocket\r\n\r\n`,
    [200],
  ],
  [
    'an upgrade to HTTP/2',
    `GET /api/ping HTTP/1.1\r\n${HOST}connection: upgrade, http2-settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n`,
    [200],
  ],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['HTTP/0.9', 'GET /api/ping\r\n\r\n', [421]],
  ['HTTP/1.0', 'GET /api/ping HTTP/1.0\r\nhost: localhost\r\n\r\n', [200]],
  ['HTTP/3.7', `GET /api/ping HTTP/3.7\r\n${HOST}\r\n`, [400]],
  ['CONNECT', `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${HOST}\r\n${LAST}`, []],
  [
    'an absolute address of another host',
    `GET http://evil.example/api/ping HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
    [421],
  ],
  ['an address without a path', `OPTIONS * HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`, [404]],
  ['a method that is none', `G\u00cbT / HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ['an address with spaces', `GET /api/ping /x HTTP/1.1\r\n${HOST}\r\n`, [400]],
  [
    'an address with raw bytes',
    Buffer.from(`GET /\xff\xfe HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`, 'latin1'),
    [400],
  ],
  [
    'an address of 100 KB',
    `GET /api/${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`,
    [414],
  ],
  [
    '3,000 headers',
    `GET /api/ping HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(3_000)}connection: close\r\n\r\n`,
    [200],
  ],
  ['the start of TLS', Buffer.from('160301020001000001fc0303', 'hex'), [400]],
  [
    'random bytes',
    Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 97) % 256)),
    [400],
  ],
]

export const rawRequests = [...ambiguous, ...others]

export interface RawAnswer {
  readonly statuses: number[]
  readonly text: string
  /** How many answers have a security header. */
  readonly withHeaders: number
  /** False when the server still held the connection after the limit. */
  readonly isClosed: boolean
}

/** @param half closes our side after the last byte */
export async function sendRaw(
  address: string,
  bytes: string | Buffer,
  { limitMs = 5_000, half = false } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  socket.on('end', () => socket.end())
  if (half) socket.end(bytes)
  else socket.write(bytes)
  const isClosed = await once(socket, 'close', { signal: AbortSignal.timeout(limitMs) }).then(
    () => true,
    () => false,
  )
  socket.destroy()
  const text = Buffer.concat(chunks).toString()
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  const withHeaders = text.split(/x-content-type-options: nosniff/i).length - 1
  return { statuses, text, withHeaders, isClosed }
}

/** Two runners' requests one after the other, as a proxy sends them on one connection. @returns the bodies */
export async function askInTurn(address: string, before: string): Promise<string> {
  const ask = (id: number | undefined, cookie: string, last = '') =>
    `GET /api/customers?id=${id} HTTP/1.1\r\n${HOST}cookie: ${cookie}\r\n${last}\r\n`
  const prober = cookieOf('prober')
  const [first, second] = PROBE_CUSTOMERS
  const { text } = await sendRaw(
    address,
    before + ask(first, prober) + ask(second, prober, 'connection: close\r\n'),
  )
  return text
}
