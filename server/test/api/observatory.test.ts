/**
 * What the MDN HTTP Observatory gives and takes points for (docs/security.md, "Score of the headers"), over https behind
 * a proxy, with a page of the app.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readWeb } from '../../src/web/static.ts'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

/** As the build makes it: styles and the first script are in the page. */
const INDEX =
  '<!doctype html><html><head><style>a{}</style></head><body><script>import("/assets/first.js")</script></body></html>'

const SAFE = ['Path=/', 'HttpOnly', 'Secure']

const HALF_A_YEAR_SECONDS = 15_768_000

describe('the page of a server behind https', () => {
  const server = useServer('embedded', {
    PUBLIC_URL: 'https://veni.example',
    TRUST_PROXY: '1',
    ALLOW_DEMO_SIGN_IN: 'on',
  })
  let app: FastifyInstance
  const open = (proto: 'http' | 'https', url: string) =>
    app.inject({ url, headers: { host: 'veni.example', 'x-forwarded-proto': proto } })

  let text = ''
  let headers: Record<string, unknown> = {}
  let policy: ReadonlyMap<string, readonly string[]> = new Map()
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'veni-web-'))
    writeFileSync(join(folder, 'index.html'), INDEX)
    app = await buildApp(server.deps, readWeb(server.deps.config.app, folder))
    return async () => {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  beforeAll(async () => {
    const page = await open('https', '/')
    text = page.payload
    headers = page.headers
    policy = readPolicy(String(headers['content-security-policy']))
  })

  it('permits nothing by default, and nothing inline but what the build has hashed', () => {
    expect(text).toContain('import("/assets/first.js")')
    expect(policy.get('default-src')).toEqual(["'none'"])
    for (const directive of ['script-src', 'style-src']) {
      const sources = policy.get(directive) ?? []
      expect(sources).toHaveLength(2)
      for (const source of sources) expect(source).toMatch(/^'(?:self|sha256-[\w+/]{43}=)'$/)
    }
    expect([...policy.values()].flat().join(' ')).not.toMatch(/unsafe|http:|\*/)
  })

  it('permits no base address, and no frame', () => {
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  })

  it('demands https for half a year or longer, with the subdomains', () => {
    const [maxAge = '', ...others] = String(headers['strict-transport-security']).split('; ')
    expect(Number(/^max-age=(\d+)$/.exec(maxAge)?.[1])).toBeGreaterThan(HALF_A_YEAR_SECONDS)
    expect(others).toEqual(['includeSubDomains'])
  })

  it('sends no referrer, lets no other site use its replies, and no browser guess their types', () => {
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('sends who comes over plain http to https on the same host at once', async () => {
    const reply = await open('http', '/')
    expect([reply.statusCode, reply.headers.location]).toEqual([308, 'https://veni.example/'])
  })

  it('names a browser once, and no two browsers alike', async () => {
    const cookieFor = async (cookie: string, others = {}) => {
      const named = { host: 'veni.example', 'x-forwarded-proto': 'https', cookie, ...others }
      const reply = await app.inject({ url: '/deliveries', headers: named })
      return String(reply.headers['set-cookie']).split(';')[0] ?? ''
    }
    const first = String(headers['set-cookie']).split(';')[0] ?? ''
    expect(await cookieFor('')).not.toBe(first)
    expect(await cookieFor(first)).toBe('undefined')
    // A link from another site, and the service worker that fetches the page.
    const notOpened = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-dest': 'empty' }]
    for (const headersOf of notOpened) expect(await cookieFor('', headersOf)).toBe('undefined')
    for (const invalid of ['__Host-veni-phone=x', first.replace('__Host-', '')])
      expect(await cookieFor(invalid)).toMatch(/^__Host-veni-phone=[\da-f-]{36}$/)
  })

  it('sets cookies that only https and our pages send', async () => {
    const [named = '', ...attributes] = String(headers['set-cookie']).split('; ')
    expect(named).toMatch(/^__Host-veni-phone=[\da-f-]{36}$/)
    expect(attributes).toEqual(expect.arrayContaining([...SAFE, 'SameSite=Lax']))
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sign-in/session',
      headers: { ...FROM_OUR_PAGE, host: 'veni.example', 'x-forwarded-proto': 'https' },
      payload: { phone: '9000000001', code: '123456' },
    })
    expect(reply.statusCode).toBe(201)
    const [value = '', ...flags] = String(reply.headers['set-cookie']).split('; ')
    expect(value).toMatch(/^__Host-veni=/)
    expect(flags).toEqual(expect.arrayContaining([...SAFE, 'SameSite=Strict']))
  })
})

/** @returns the sources of each directive */
function readPolicy(text: string): Map<string, string[]> {
  return new Map(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )
}
