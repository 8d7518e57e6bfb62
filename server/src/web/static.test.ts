import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { sendSecurityHeaders } from './security-headers.ts'
import { readWeb, registerWeb } from './static.ts'

const hashOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`

const INDEX = '<!doctype html><html><head><title>Veni</title></head><body></body></html>'

describe('the built app', () => {
  let folder: string
  let app: FastifyInstance

  const start = async (env: NodeJS.ProcessEnv = {}) => {
    app = fastify()
    const web = readWeb(readConfig(env).app, folder)
    await sendSecurityHeaders(app, readConfig(env).app, web.page)
    await app.register(cookie)
    await registerWeb(app, { randomBytes }, web)
  }
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers })

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'veni-web-'))
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), INDEX)
    writeFileSync(join(folder, 'sw.js'), 'self')
    writeFileSync(join(folder, 'assets/main-abc.js'), 'plain')
    writeFileSync(join(folder, 'assets/main-abc.js.br'), 'brotli')
  })
  afterEach(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(['/', '/index.html', '/deliveries', '/enquiry-details/26?name=a.b', '/no/such/page'])(
    'answers %s with the page and its settings',
    async (url) => {
      await start({ COMPANY_UPI_ID: 'veni@bank' })
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      const block = /<script type="application\/json" id="veni-config">(.*?)<\/script><\/head>/
      expect(JSON.parse(block.exec(answer.payload)?.[1] ?? '')).toEqual({
        apiMirrors: [],
        companyUpiId: 'veni@bank',
        hideAfterMinutes: 0,
        demoData: true,
        madeByOurServer: true,
      })
    },
  )

  it('passes every configured service to the same build [R-7.029]', async () => {
    await start({
      API_BASE_URL: 'https://api.example/v1',
      API_MIRRORS: 'https://mirror.example',
      MAP_EMBED_URL: 'https://map.example/embed?q={address}',
      IMAGE_HOST_URL: 'https://images.example/upload',
      BROWSER_GEOCODER_URL: 'https://places.example/reverse',
      HIDE_AFTER_MINUTES: '15',
      DEMO_DATA: 'off',
    })
    const block = /id="veni-config">(.*?)<\/script>/.exec((await get('/')).payload)
    expect(JSON.parse(block?.[1] ?? '')).toEqual({
      apiBaseUrl: 'https://api.example/v1',
      apiMirrors: ['https://mirror.example'],
      mapEmbedUrl: 'https://map.example/embed?q={address}',
      imageHostUrl: 'https://images.example/upload',
      geocoderUrl: 'https://places.example/reverse',
      hideAfterMinutes: 15,
      demoData: false,
      madeByOurServer: true,
    })
  })

  it('prevents a setting from ending its block early', async () => {
    await start({ MAP_EMBED_URL: 'https://map.example/?q={address}&x=</script><script>alert(1)' })
    const { payload } = await get('/')
    expect(payload.match(/<\/script>/g)).toHaveLength(1)
  })

  it('sends an unchanged page only once', async () => {
    await start()
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('private, no-cache')
    const again = await get('/deliveries', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })

  it('sends precompressed files, and caches files with a hash in their name forever', async () => {
    await start()
    const asset = await get('/assets/main-abc.js', { 'accept-encoding': 'br' })
    expect([asset.payload, asset.headers['content-encoding']]).toEqual(['brotli', 'br'])
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/assets/main-abc.js')).payload).toBe('plain')
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  })

  it('changes the version of the service worker only when the settings change', async () => {
    const built = `keep([{url:"/index.html",revision:"page-${'x'.repeat(22)}"}])`
    writeFileSync(join(folder, 'sw.js'), built)
    const versions = []
    for (const upiId of ['a@bank', 'b@bank', 'a@bank']) {
      await start({ COMPANY_UPI_ID: upiId })
      const { payload, headers } = await get('/sw.js')
      expect(payload.replace(/page-[^"]+/, '')).toBe(built.replace(/page-[^"]+/, ''))
      expect(headers['content-type']).toMatch('javascript')
      versions.push(payload)
      await app.close()
    }
    expect(versions[0]).toBe(versions[2])
    expect(new Set([built, ...versions]).size).toBe(3)
    await start()
  })

  it('names the digest of the page, as it is sent, in the service worker', async () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
    const built = `[{url:"/index.html",revision:"x",integrity:"sha256-${hashOf(INDEX)}"}]`
    writeFileSync(join(folder, 'sw.js'), built)
    await start({ COMPANY_UPI_ID: 'a@bank' })
    const page = (await get('/index.html')).payload
    expect((await get('/sw.js')).payload).toBe(built.replace(hashOf(INDEX), hashOf(page)))
  })

  it.each([
    '/assets/old-hash.js',
    '/favicon.ico',
    '/api/nothing',
    '/%61pi/nothing',
    '/api%2Fnothing',
    '/../server/package.json',
  ])('answers 404 for %s, not the page', async (url) => {
    await start()
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.payload).not.toContain('<html')
  })

  it.each(['/assets', '/assets/'])('lists no file at %s', async (url) => {
    await start()
    expect((await get(url)).payload).not.toContain('main-abc')
  })

  it('permits calls to this server only, and sends no referrer [R-7.030]', async () => {
    await start()
    for (const url of ['/', '/assets/main-abc.js']) {
      const { headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      expect(policy.split(';')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "frame-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ])
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('camera=(self), geolocation=(self)'),
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it.each(['/', '/sw.js', '/assets/main-abc.js', '/assets/old-hash.js', '/assets/'])(
    'sends its policy with %s, also with HEAD and for an unchanged file',
    async (url) => {
      await start()
      const { headers } = await get(url)
      const again = await get(url, { 'if-none-match': String(headers.etag) })
      for (const reply of [
        headers,
        again.headers,
        (await app.inject({ method: 'HEAD', url })).headers,
      ])
        expect(reply).toMatchObject({
          'content-security-policy': expect.stringMatching(
            /base-uri 'none';frame-ancestors 'none'/,
          ),
          'cross-origin-resource-policy': 'same-origin',
          'cross-origin-opener-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
        })
    },
  )

  it('permits the inline content of the build, and none of a setting', async () => {
    const inline = '<style>a{}</style><script>go()</script>'
    writeFileSync(join(folder, 'index.html'), INDEX.replace('<title>', `${inline}<title>`))
    await start({ MAP_EMBED_URL: 'https://map.example/?q={address}&x=<script>alert(1)</script>' })
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' ${hashOf('go()')};`)
    expect(policy).toContain(`style-src 'self' ${hashOf('a{}')};`)
  })

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('sends the page to a browser that accepts %s in %s', async (accepted, encoding, read) => {
    await start()
    const { headers, rawPayload } = await get('/login', { 'accept-encoding': accepted })
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding'])
    expect(String(read(rawPayload))).toBe((await get('/login')).payload)
  })

  it('permits calls to the configured services', async () => {
    await start({
      API_BASE_URL: 'https://api.example/v1',
      API_MIRRORS: 'https://mirror.example',
      IMAGE_HOST_URL: 'https://images.example/upload',
      MAP_EMBED_URL: 'https://map.example/embed?q={address}',
    })
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain(
      "connect-src 'self' https://api.example https://mirror.example https://images.example;",
    )
    expect(policy).toContain('frame-src https://map.example;')
  })

  it('answers 404 when the app is not built', async () => {
    rmSync(join(folder, 'index.html'))
    await start()
    expect((await get('/')).statusCode).toBe(404)
  })
})
