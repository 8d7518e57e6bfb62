import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { useServer } from '../../test/setup/server.ts'

const CODES = '/api/sign-in/codes'
const payload = { phone: '9000000001' }

describe('a server on this machine', () => {
  const server = useServer('embedded', { PUBLIC_URL: 'http://localhost:3000' })
  const statusOf = async (headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') => {
    const url = method === 'GET' ? '/api/ping' : CODES
    const reply = await server.app.inject({
      method,
      url,
      headers,
      ...(method === 'POST' && { payload }),
    })
    return reply.statusCode
  }

  it.each(['localhost', 'localhost:3000', '127.0.0.1', '127.8.9.1:80', '[::1]:3000', 'LOCALHOST'])(
    'answers to %s',
    async (host) => expect(await statusOf({ host })).toBe(200),
  )

  it.each([
    'rebound.example',
    'rebound.example:3000',
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    'user@localhost',
    'localhost@rebound.example',
    'localhost/path',
    'localhost?',
    'localhost#',
    '10.0.0.5',
    '0.0.0.0',
    '[::ffff:10.0.0.5]',
    '0x7f.1',
    '0177.0.0.1',
    '127.1:3000',
    '2130706433',
    '[0:0:0:0:0:0:0:1]',
    '127.0.0.1:03000',
    'ｌocalhost',
    ' ',
  ])('answers 421 to a page under the name %j, for files and calls alike', async (host) => {
    for (const url of ['/api/ping', '/api/customers', '/', '/sw.js', '/login', '/nothing.png'])
      expect((await server.app.inject({ url, headers: { host } })).statusCode).toBe(421)
    const forwarded = { host, 'x-forwarded-host': 'localhost' }
    expect(await statusOf(forwarded)).toBe(421)
    expect(await statusOf({ ...forwarded, 'sec-fetch-site': 'same-origin' }, 'POST')).toBe(421)
  })

  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 201],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 201],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, 201],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }, 201],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' }, 201],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://veni.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://localhost.veni.example' }, 403],
    [{ origin: 'http://localhost:3000' }, 201],
    [{ origin: 'http://localhost:4000' }, 403],
    [{ origin: 'https://localhost:3000' }, 403],
    [{ origin: 'http://other.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
  ])('answers a write with %o by %i', async (headers, status) => {
    expect(await statusOf({ host: 'localhost:3000', ...headers }, 'POST')).toBe(status)
  })

  it.each<Record<string, string>>([
    { forwarded: 'for=203.0.113.5' },
    { via: '1.1 proxy' },
    { 'x-forwarded-for': '203.0.113.5' },
    { 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': 'localhost:3000' },
    { 'x-real-ip': '203.0.113.5' },
    { 'cf-connecting-ip': '203.0.113.5' },
  ])('refuses what a proxy passes on with %o', async (sign) => {
    const page = {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
    }
    expect([await statusOf(page), await statusOf(page, 'POST')]).toEqual([200, 201])
    const passedOn = { ...page, ...sign }
    expect([await statusOf(passedOn), await statusOf(passedOn, 'POST')]).toEqual([403, 403])
    const { body } = await server.app.inject({ url: '/login', headers: passedOn })
    expect(body).toContain('TRUST_PROXY')
  })

  it('refuses HTTP/1.0, which proxies speak and browsers do not', async () => {
    const { port } = new URL(await server.app.listen({ port: 0 }))
    const answerTo = async (version: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET /api/ping HTTP/${version}\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      return (await text(socket)).split('\r\n')[0]
    }
    expect(await answerTo('1.1')).toBe('HTTP/1.1 200 OK')
    expect(await answerTo('1.0')).toBe('HTTP/1.1 403 Forbidden')
  })

  it('refuses every method that writes, and before it reads the session', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const url of ['/api/orders', '/api/customers/1', '/api/uploads/1-a', '/nothing']) {
        const reply = await server.app.inject({ method, url, headers: { host: 'localhost' } })
        // Without a code, so that a phone takes it for an intermediary and keeps its deals.
        expect([reply.statusCode, reply.headers['content-type']]).toEqual([
          403,
          'text/plain; charset=utf-8',
        ])
      }
  })

  it('promises nothing about https', async () => {
    const reply = await server.app.inject({ url: '/login' })
    expect(reply.headers['strict-transport-security']).toBeUndefined()
  })
})

describe('a server whose operator permits demo sign-in for others', () => {
  const server = useServer('embedded', { ALLOW_DEMO_SIGN_IN: 'on' })

  it('answers what a proxy passes on', async () => {
    const headers = { host: 'localhost', via: '1.1 proxy', 'x-forwarded-for': '203.0.113.5' }
    expect((await server.app.inject({ url: '/api/ping', headers })).statusCode).toBe(200)
  })
})

describe('a server behind a proxy that replaces the host', () => {
  const server = useServer('embedded', {
    PUBLIC_URL: 'https://veni.example',
    TRUST_PROXY: '127.0.0.1',
    ALLOW_DEMO_SIGN_IN: 'on',
  })

  it.each([
    ['https://veni.example', 201],
    ['https://other.example', 403],
  ])('takes a write of a page at %s with %i', async (origin, status) => {
    const headers = {
      host: 'localhost:3000',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-proto': 'https',
      origin,
    }
    const reply = await server.app.inject({ method: 'POST', url: CODES, headers, payload })
    expect(reply.statusCode).toBe(status)
  })
})

describe('a server behind a proxy without a public https address', () => {
  const server = useServer('embedded', { TRUST_PROXY: '1', ALLOW_DEMO_SIGN_IN: 'on' })

  it('promises nothing for names that it does not know', async () => {
    const headers = { host: 'localhost', 'x-forwarded-proto': 'https' }
    const reply = await server.app.inject({ url: '/api/ping', headers })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).not.toHaveProperty('strict-transport-security')
  })
})
