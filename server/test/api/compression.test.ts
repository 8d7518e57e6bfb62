import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readWeb } from '../../src/web/static.ts'
import { newCustomer, RAVI, storeRunners } from '../fixtures/records.ts'
import { signIn } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

const LONG = 'a text that is worth a compression '.repeat(100)

describe('an answer is compressed [R-7.044]', () => {
  const server = useServer('embedded')
  let app: FastifyInstance
  let cookie: string
  const folder = mkdtempSync(join(tmpdir(), 'veni-web-'))
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<html><head></head></html>')
    writeFileSync(join(folder, 'assets/app.js'), LONG)
    writeFileSync(join(folder, 'assets/app.js.map'), JSON.stringify({ sources: [LONG] }))
    writeFileSync(join(folder, 'app.webmanifest'), JSON.stringify({ name: LONG }))
    app = await buildApp(server.deps, readWeb(server.deps.config.app, folder))
    await storeRunners(server.deps.db)
    for (let made = 0; made < 10; made += 1) await newCustomer(server.deps.db)
    cookie = (await signIn(app, RAVI.phone)).cookie
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const encodingOf = async (url: string, accepted: string) => {
    const headers = { cookie, 'accept-encoding': accepted }
    const reply = await app.inject({ url, headers })
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.length).toBeGreaterThan(100)
    return reply.headers['content-encoding']
  }

  test.each(['br', 'gzip'])('in %s, when it is the list of a runner', async (accepted) => {
    expect(await encodingOf('/api/customers', accepted)).toBe(accepted)
  })

  // Anybody may read these, as often as they like: a compression takes up to 95 ms of processor time.
  test.each([
    '/assets/app.js',
    '/assets/app.js.map',
    '/app.webmanifest',
    '/api/openapi.json',
    '/api/docs/static/swagger-ui-bundle.js',
  ])('never for one request, when it is the public file %s', async (url) => {
    for (const accepted of ['br', 'gzip', 'deflate', 'zstd', 'br, gzip, deflate', '*'])
      expect(await encodingOf(url, accepted)).toBeUndefined()
  })
})
