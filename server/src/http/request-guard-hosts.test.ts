import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../test/attack/raw-requests.ts'
import { useServer } from '../../test/setup/server.ts'

describe('a server with a public name', () => {
  const server = useServer('embedded', {
    PUBLIC_URL: 'https://veni.example',
    TRUST_PROXY: '127.0.0.1',
    ALLOW_DEMO_SIGN_IN: 'on',
  })
  let address = ''
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })

  it.each(['veni.example', 'VENI.example', 'veni.example:8443', 'localhost'])(
    'answers to %s',
    async (host) => {
      const reply = await server.app.inject({ url: '/api/ping', headers: { host } })
      expect(reply.statusCode).toBe(200)
    },
  )

  it.each([
    'a.veni.example',
    'www.veni.example',
    'evilveni.example',
    'veni.example.evil',
    'veni.example.',
    'example',
    'veni',
  ])('answers 421 to %s, which is another name', async (host) => {
    const reply = await server.app.inject({ url: '/api/ping', headers: { host } })
    expect(reply.statusCode).toBe(421)
  })

  it.each(['host', 'Host', 'HOST', 'hOsT'])(
    'refuses a second host in a header %s',
    async (name) => {
      for (const value of ['veni.example', 'evil.example']) {
        const hosts = `host: veni.example\r\n${name}: ${value}\r\n`
        const answer = await sendRaw(address, `GET /api/ping HTTP/1.1\r\n${hosts}\r\n`)
        expect(answer).toMatchObject({ statuses: [400], isClosed: true })
      }
    },
  )

  it('refuses a second host header that comes after 2,500 other headers', async () => {
    const lines = `host: veni.example\r\n${'a: b\r\n'.repeat(2_500)}`
    const send = (more: string) =>
      sendRaw(address, `GET /api/ping HTTP/1.1\r\n${lines}${more}connection: close\r\n\r\n`)
    expect((await send('')).statuses).toEqual([200])
    expect((await send('host: evil.example\r\n')).statuses).toEqual([400])
  })

  it('answers a page with a long address, such as that of a cart, and refuses a call with one', async () => {
    const headers = { host: 'veni.example', 'x-forwarded-proto': 'https' }
    const query = `?cart=${'x'.repeat(9_000)}`
    const statusOf = async (url: string) =>
      (await server.app.inject({ url: `${url}${query}`, headers })).statusCode
    expect(await statusOf('/api/ping')).toBe(414)
    // 404 where the app was not built.
    expect([200, 404]).toContain(await statusOf('/cash-payment'))
  })
})
