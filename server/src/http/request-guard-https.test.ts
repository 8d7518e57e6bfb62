import type { AddressInfo } from 'node:net'
import type { HTTPMethods } from 'fastify'
import { describe, expect, it } from 'vitest'
import { sendRaw } from '../../test/attack/raw-requests.ts'
import { useServer } from '../../test/setup/server.ts'
import { signInCodes, signInEvents } from '../db/schema.ts'

const CODES = '/api/sign-in/codes'
const payload = { phone: '9000000001' }
const HSTS = 'max-age=31536000; includeSubDomains'

describe('a server behind one proxy that ends https', () => {
  const server = useServer('embedded', {
    PUBLIC_URL: 'https://veni.example',
    TRUST_PROXY: '10.0.0.1',
    ALLOW_DEMO_SIGN_IN: 'on',
  })
  const host = 'veni.example'
  const https = { host, 'x-forwarded-proto': 'https' }
  const ask = (method: HTTPMethods, url: string, headers: Record<string, string>) =>
    server.app.inject({ method: method as 'GET', url, headers, remoteAddress: '10.0.0.1' })
  const signIn = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    server.app.inject({
      method: 'POST',
      url: '/api/sign-in/session',
      payload: { ...payload, code: '123456' },
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      remoteAddress,
    })

  it('sends HSTS with each reply over https', async () => {
    for (const url of ['/login', '/sw.js', '/api/ping', '/api/customers', '/nothing.png']) {
      const reply = await server.app.inject({ url, headers: https, remoteAddress: '10.0.0.1' })
      expect(reply.headers['strict-transport-security']).toBe(HSTS)
    }
  })

  it('sends HSTS with a refusal, too', async () => {
    for (const [method, headers] of [
      ['POST', https],
      ['GET', { ...https, host: 'rebound.example' }],
      ['TRACE', https],
    ] as const) {
      const reply = await ask(method, '/api/orders', headers)
      expect(reply.statusCode).toBeGreaterThan(400)
      expect(reply.headers['strict-transport-security']).toBe(HSTS)
    }
  })

  it.each([
    ['/', 'https://veni.example/'],
    [
      '/enquiry-details/26?name=%E0%B0%85&a=b',
      'https://veni.example/enquiry-details/26?name=%E0%B0%85&a=b',
    ],
    ['/api/customers', 'https://veni.example/api/customers'],
    ['/a@evil.example', 'https://veni.example/a@evil.example'],
    ['/nothing.png', 'https://veni.example/nothing.png'],
  ])('sends a read of %s over plain http to the same address over https', async (url, target) => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const proto of ['http', '']) {
        const reply = await ask(method, url, { host: `${host}:80`, 'x-forwarded-proto': proto })
        expect([reply.statusCode, reply.headers.location]).toEqual([308, target])
        // A browser that stored it would go round in circles after the operator has corrected the proxy.
        expect(reply.headers['cache-control']).toBe('no-store')
        expect(reply.headers).not.toHaveProperty('strict-transport-security')
      }
  })

  it('sends nobody to another host', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    for (const [path, target] of [
      ['//evil.example/x', 'https://veni.example//evil.example/x'],
      ['/\\evil.example', 'https://veni.example/\\evil.example'],
      ['http://veni.example/a', 'https://veni.example/a'],
      ['mailto:a@evil.example', undefined],
    ]) {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`
      const { text } = await sendRaw(`http://127.0.0.1:${port}`, bytes)
      expect(/^location: (.*)\r$/im.exec(text)?.[1]).toBe(target)
    }
  })

  it('refuses a write over plain http, which has been read by others already', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const reply = await ask(method, '/api/orders', { host, 'sec-fetch-site': 'same-origin' })
      expect([reply.statusCode, reply.headers.location]).toEqual([403, undefined])
    }
  })

  it('answers a look at its health on the machine itself over plain http', async () => {
    for (const name of ['localhost', '127.0.0.1:3000', '[::1]']) {
      const reply = await ask('GET', '/api/ping', { host: name })
      expect(reply.statusCode).toBe(200)
      expect(reply.headers).not.toHaveProperty('strict-transport-security')
    }
    // A load balancer may send the public name, and takes a server out that answers anything but 200.
    for (const url of ['/api/ping', '/api/admin-health'])
      expect((await ask('GET', url, { host })).statusCode).toBe(200)
  })

  it('gives a session over https only, and accepts none over plain http', async () => {
    const reply = await signIn(https)
    expect(reply.statusCode).toBe(201)
    const [cookie = ''] = String(reply.headers['set-cookie']).split(';')
    expect(cookie).toMatch(/^__Host-veni=/)
    const statusWith = async (headers: Record<string, string>) =>
      (await server.app.inject({ url: '/api/runners/me', headers, remoteAddress: '10.0.0.1' }))
        .statusCode
    expect(await statusWith({ ...https, cookie })).toBe(200)
    expect(cookie.length).toBeGreaterThan(30)
    expect(reply.headers['set-cookie']).toMatch(/; Path=\/;.*; HttpOnly; Secure; SameSite=Strict$/)
    expect(await statusWith({ host, cookie })).toBe(308)
    const inside = { host: 'localhost' }
    expect(await statusWith({ ...inside, cookie })).toBe(401)
    expect(await statusWith({ ...inside, cookie: cookie.replace('__Host-', '') })).toBe(401)
    const plain = await signIn({ host, 'x-forwarded-proto': 'http' })
    expect([plain.statusCode, plain.headers['set-cookie']]).toEqual([403, undefined])
  })

  it('does not believe a forwarded protocol from anybody but the proxy', async () => {
    expect((await signIn(https, '198.51.100.7')).statusCode).toBe(403)
  })
})

describe.each([
  ['one proxy', '1'],
  ['the network of the proxy', '10.0.0.0/8'],
])('a server behind %s', (_name, TRUST_PROXY) => {
  const server = useServer('embedded', {
    PUBLIC_URL: 'https://veni.example',
    TRUST_PROXY,
    SIGN_IN_MODE: 'sms',
    SIGN_IN_SECRET: 'a secret of at least 32 characters',
    SMS_GATEWAY: 'console',
    ALLOW_DEMO_SIGN_IN: 'on',
  })

  it.each([
    ['is alone', (address: string) => address],
    ['has a port', (address: string, index: number) => `${address}:${1_000 + index}`],
  ])(
    'counts the address that the proxy saw, whatever the phone claims, when it %s',
    async (_, write) => {
      await server.deps.db.delete(signInCodes)
      await server.deps.db.delete(signInEvents)
      const ask = (index: number, address: string) =>
        server.app.inject({
          method: 'POST',
          url: CODES,
          payload: { phone: `98480${String(index).padStart(5, '0')}` },
          headers: {
            host: 'veni.example',
            'sec-fetch-site': 'same-origin',
            'x-forwarded-proto': 'https',
            'x-forwarded-for': `192.0.2.${index}, 10.9.9.9, ${write(address, index)}`,
          },
          remoteAddress: '10.0.0.1',
        })
      const crowd = await Promise.all(
        Array.from({ length: 60 }, (_, index) => ask(index, '203.0.113.9')),
      )
      expect(new Set(crowd.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
      expect((await ask(60, '203.0.113.9')).statusCode).toBe(429)
      expect((await ask(61, '203.0.113.10')).statusCode).toBe(201)
    },
  )
})
