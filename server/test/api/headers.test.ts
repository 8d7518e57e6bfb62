import type { AddressInfo } from 'node:net'
import type { HTTPMethods } from 'fastify'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { LAKSHMI, storeRunners } from '../fixtures/records.ts'
import { sendRaw } from '../attack/raw-requests.ts'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { registeredRoutes } from '../setup/registered-routes.ts'
import { useServer } from '../setup/server.ts'

/** What each reply has, whatever it answers. */
const securityHeaders = {
  'content-security-policy': expect.stringMatching(
    /^(?=.*default-src 'none')(?=.*base-uri 'none')(?=.*frame-ancestors 'none')/,
  ),
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** No browser stores an answer to a call. */
const notStored = { 'cache-control': expect.stringContaining('no-store') }

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** Node knows these, and no route has them. */
const OTHER_METHODS = ['TRACE', 'PROPFIND', 'SEARCH', 'MKCOL'] as const

describe('every reply', () => {
  const unlimited = { ADDRESS_CALLS_PER_MINUTE: '0', RUNNER_CALLS_PER_MINUTE: '0' }
  const server = useServer('embedded', unlimited)
  beforeAll(() => storeRunners(server.deps.db))

  const ask = (method: HTTPMethods, url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: method as 'GET', url, headers })

  it('has the security headers, on every route, with every method, signed in or not', async () => {
    const routes = registeredRoutes(server.app).map((route) => route.split(' ')[1] ?? '')
    expect(routes.length).toBeGreaterThan(25)
    const statuses = new Set<number>()
    for (const route of new Set(routes)) {
      const url = route.replaceAll(/:\w+/g, '1').replace('*', 'nothing.js')
      for (const method of METHODS)
        for (const headers of [{}, FROM_OUR_PAGE, await asLakshmi()]) {
          const reply = await ask(method, url, headers)
          statuses.add(reply.statusCode)
          expect(reply.headers, `${method} ${url} ${reply.statusCode}`).toMatchObject({
            ...securityHeaders,
            ...(url.startsWith('/api/') && !url.startsWith('/api/docs') && notStored),
          })
        }
    }
    // Otherwise the walk has met few kinds of replies.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404]))
  })

  const asLakshmi = async () => ({
    ...FROM_OUR_PAGE,
    cookie: (await server.signIn(LAKSHMI.phone)).cookie,
  })

  it.each([
    [404, 'GET', '/nothing.png', {}],
    [400, 'GET', '/%', {}],
    [421, 'GET', '/api/ping', { host: 'rebound.example' }],
    [414, 'GET', `/api/ping?${'a'.repeat(9_000)}`, {}],
    [403, 'POST', '/api/orders', {}],
    [401, 'POST', '/api/orders', FROM_OUR_PAGE],
  ] as const)('has them with the status %i', async (status, method, url, headers) => {
    const reply = await ask(method, url, headers)
    expect(reply.statusCode).toBe(status)
    expect(reply.headers).toMatchObject(securityHeaders)
  })

  it('has them when a body is too large', async () => {
    const payload = { phone: '9'.repeat(20_000) }
    const headers = FROM_OUR_PAGE
    const url = '/api/sign-in/codes'
    const reply = await server.app.inject({ method: 'POST', url, headers, payload })
    expect(reply.statusCode).toBe(413)
    expect(reply.headers).toMatchObject(securityHeaders)
  })

  it('names a photo that is downloaded, and lets no page show it in a frame', async () => {
    const { cookie } = await asLakshmi()
    const form = new FormData()
    form.append('image', new Blob([Uint8Array.from(await photo())]), '../"packet".html')
    const upload = new Request('http://veni', { method: 'POST', body: form })
    const stored = await server.app.inject({
      method: 'POST',
      url: '/api/images',
      headers: {
        ...FROM_OUR_PAGE,
        cookie,
        'content-type': String(upload.headers.get('content-type')),
      },
      payload: Buffer.from(await upload.arrayBuffer()),
    })
    const { url } = stored.json<{ data: { url: string } }>().data
    const shown = await ask('GET', url, { cookie })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(shown.headers).toMatchObject({
      'content-disposition': 'inline; filename="photo.jpg"',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    // What is refused is no photo.
    expect((await ask('GET', url)).headers).not.toHaveProperty('content-disposition')
  })

  it.each(OTHER_METHODS)('has them when %s is refused, wherever it is sent', async (method) => {
    for (const url of ['/', '/login', '/api/customers', '/api/nothing', '/sw.js'])
      for (const headers of [{}, FROM_OUR_PAGE]) {
        const reply = await ask(method, url, headers)
        expect(reply.statusCode).toBe(405)
        expect(reply.headers).toMatchObject({ ...securityHeaders, allow: METHODS.join(', ') })
        // TRACE would send the cookie back.
        expect(reply.payload).not.toContain('localhost')
      }
  })
})

describe('a reply to what is no request for a route', () => {
  const server = useServer('embedded')
  let address = ''
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })

  const HOST = 'host: localhost\r\n'
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a broken header', `GET / HTTP/1.1\r\n${HOST}: a\r\n\r\n`, 400],
    ['headers of 200 KB', `GET / HTTP/1.1\r\n${HOST}a: ${'b'.repeat(200_000)}\r\n\r\n`, 431],
    ['an expectation', `GET / HTTP/1.1\r\n${HOST}expect: x\r\nconnection: close\r\n\r\n`, 417],
    ['a method that nobody knows', `BREW / HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['TRACE', `TRACE / HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`, 405],
    ['an address with raw bytes', `GET /\u00ff HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`, 400],
  ])('has the security headers for %s', async (_name, bytes, status) => {
    const { statuses, text } = await sendRaw(address, Buffer.from(bytes, 'latin1'))
    expect(statuses).toEqual([status])
    const [head = ''] = text.split('\r\n\r\n')
    const lines = head.split('\r\n').slice(1).map(toHeader)
    expect(Object.fromEntries(lines)).toMatchObject(securityHeaders)
  })
})

const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#d9a520' } })
    .png()
    .toBuffer()

function toHeader(line: string): [string, string] {
  const [name = '', ...value] = line.split(': ')
  return [name.toLowerCase(), value.join(': ')]
}
