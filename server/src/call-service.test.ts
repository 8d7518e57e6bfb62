import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeOwnCertificate } from '../test/fixtures/own-certificate.ts'
import { callService } from './call-service.ts'
import type { HttpSmsConfig } from './config/sign-in-config.ts'
import { nominatimGeocoder } from './places/nominatim.ts'
import { createHttpGateway } from './sms/http-gateway.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

function reasonsOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause === undefined ? message : `${message}: ${(cause as NodeJS.ErrnoException).code}`
}

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const sms: Omit<HttpSmsConfig, 'url'> = {
  method: 'POST',
  headers: { 'content-type': 'application/json', authkey: 'KEY' },
  body: '{"to":"{phone}","message":"{text}"}',
  accepted: undefined,
  templateId: '1',
  countryCode: '91',
}

/** Each service that the server calls. */
const services = [
  [
    'the geocoder',
    (url: string) => nominatimGeocoder(url).reverse({ latitude: 17.36, longitude: 78.47 }),
  ],
  [
    'the SMS service',
    (url: string) =>
      createHttpGateway({ ...sms, url }).send({ phone: '9000000001', code: '123456', text: 'a' }),
  ],
] as const

describe.each(services)('a call of %s', (_name, call) => {
  /** What arrives at the address inside the network that a redirect names. */
  let inside: string[] = []
  let insideUrl = ''
  const answerAsService: RequestListener = (request, response) => {
    inside.push(`${request.method} ${request.url}`)
    response.end('{"display_name":"inside"}')
  }
  beforeEach(async () => {
    inside = []
    insideUrl = `http://127.0.0.1:${await listen(createServer(answerAsService))}`
  })

  test('reaches the configured address', async () => {
    await call(insideUrl)
    expect(inside).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])('follows no redirect with %i', async (status) => {
    const redirecting = createServer((_, response) =>
      response.writeHead(status, { location: `${insideUrl}/secrets` }).end(),
    )
    const port = await listen(redirecting)
    await expect(call(`http://127.0.0.1:${port}`)).rejects.toThrow(`answered ${status}`)
    expect(inside).toEqual([])
  })

  test('refuses a certificate that no authority has signed, and sends nothing', async () => {
    const port = await listen(createTlsServer(makeOwnCertificate(), answerAsService))
    const failure = await call(`https://localhost:${port}`).then(() => undefined, reasonsOf)
    expect(failure).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(inside).toEqual([])
  })
})

test('reads no more of a reply than a service needs', async () => {
  const endless = createServer((_, response) => {
    const write = (): void =>
      void (response.write('x'.repeat(16_384))
        ? setImmediate(write)
        : response.once('drain', write))
    write()
  })
  const port = await listen(endless)
  const { text } = await callService(`http://127.0.0.1:${port}`, { timeoutMs: 5_000 })
  expect(text.length).toBeLessThan(256 * 1024)
})
