import { describe, expect, it } from 'vitest'
import { useServer } from '../setup/server.ts'

describe('every reply', () => {
  const server = useServer('embedded')

  it.each([
    ['GET', '/api/ping', {}],
    ['GET', '/api/customers', {}],
    ['GET', '/api/nothing', {}],
    ['GET', '/api/docs/', {}],
    ['GET', '/api/openapi.json', {}],
    ['GET', '/nothing.png', {}],
    ['GET', '/../../etc/passwd', {}],
    ['POST', '/api/orders', {}],
    ['POST', '/api/sign-in/codes', { 'sec-fetch-site': 'same-origin' }],
    ['OPTIONS', '/api/uploads', {}],
    ['PATCH', '/api/uploads/1-a', { 'sec-fetch-site': 'same-origin' }],
    ['GET', '/api/ping', { host: 'rebound.example' }],
  ] as const)(
    '%s %s has the security headers, whatever the answer is [%o]',
    async (method, url, headers) => {
      const reply = await server.app.inject({ method, url, headers })
      expect(reply.headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    },
  )
})
