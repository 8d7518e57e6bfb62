import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/process/free-port.mjs'
import { lockFolder } from '../../src/db/embedded/folder-lock.ts'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { startLink } from '../setup/database-link.ts'
import { createFreshPostgres } from '../setup/databases.ts'
import { ServerProcess } from '../setup/server-process.ts'

describe('starting and stopping the server', () => {
  let dataDir: string
  let started: ServerProcess[]

  const start = (env: NodeJS.ProcessEnv = {}) => {
    const server = new ServerProcess({ DATA_DIR: dataDir, ...env })
    started.push(server)
    return server
  }
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'veni-start-'))
    started = []
  })
  afterEach(async () => {
    await Promise.all(started.map((server) => server.kill('SIGKILL')))
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('prints its address and how to sign in, and serves on every loopback address', async () => {
    const server = start()
    const { port } = new URL(await server.address())
    expect(server.greeting).toMatch(/^Veni is at http:\/\/localhost:\d+\n.*any six digits/)
    for (const host of ['localhost', '127.0.0.1']) {
      expect((await fetch(`http://${host}:${port}/api/ping`)).status).toBe(200)
    }
  })

  it.runIf(process.platform === 'linux').each([
    ['its own database', () => Promise.resolve('')],
    ['PostgreSQL', createFreshPostgres],
  ])('says in one sentence that it needs the tool flock, with %s', async (_what, newUrl) => {
    const { code, stderr } = await start({ PATH: dataDir, DATABASE_URL: await newUrl() }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The data folder cannot be locked \(flock: [^\n]+\); install the package util-linux\.\n$/,
    )
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('closes cleanly on %s', async (signal) => {
    const server = start()
    await server.address()
    expect(await server.kill(signal)).toMatchObject({ code: 0, stderr: '' })
    lockFolder(dataDir).release()
  })

  it('finishes a running request before it ends', async () => {
    const server = start()
    const url = new URL('/api/sign-in/codes', await server.address())
    const request = httpRequest(url, {
      method: 'POST',
      headers: { ...FROM_OUR_PAGE, 'content-type': 'application/json', expect: '100-continue' },
    })
    request.flushHeaders()
    // This proves that the server has the start of the request.
    await once(request, 'continue')
    const body = '{"phone":"9000000001"}'
    request.write(body.slice(0, 10))
    const ended = server.kill('SIGTERM')
    request.end(body.slice(10))
    const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }]
    response.resume()
    expect(response.statusCode).toBe(201)
    expect(await ended).toMatchObject({ code: 0 })
  })

  /** One sentence for the operator, and nothing else. */
  const refusal = (sentence: RegExp) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^${sentence.source}\n$`)) as string,
  })

  it('refuses a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      const ended = await start({ HOST: '127.0.0.1', PORT: String(port) }).ended
      const sentence = /Port \d+ on 127\.0\.0\.1 is taken by another program; set PORT .*\./
      expect(ended).toEqual(refusal(sentence))
      lockFolder(dataDir).release()
    } finally {
      other.close()
    }
  })

  it('refuses a data folder that cannot be written', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    const ended = await start({ DATA_DIR: join(file, 'data') }).ended
    const sentence = /The data folder .*\/file\/data cannot be written \(ENOTDIR\); set DATA_DIR .*/
    expect(ended).toEqual(refusal(sentence))
  })

  it('refuses a database that cannot be reached', async () => {
    const url = `postgres://veni:secret@127.0.0.1:${await freePort()}/veni`
    const sentence =
      /The database at 127\.0\.0\.1:\d+\/veni cannot be reached \(.*ECONNREFUSED.*\)\./
    expect(await start({ DATABASE_URL: url }).ended).toEqual(refusal(sentence))
  })

  it('refuses a database that accepts the connection and never answers, after a limited time', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    try {
      const ended = await start({ DATABASE_URL: `postgres://veni@127.0.0.1:${port}/veni` }).ended
      const sentence = /The database at .* cannot be reached \(.*timeout.*\)\./
      expect(ended).toEqual(refusal(sentence))
    } finally {
      silent.close()
    }
  })

  it('says in one sentence that the database does not answer, and why, also when it is lost during the start', async () => {
    const url = new URL(await createFreshPostgres())
    const link = await startLink(new URL('/', url).href)
    try {
      link.cutAt('__drizzle_migrations')
      const ended = await start({ DATABASE_URL: `${link.url}${url.pathname}` }).ended
      const sentence =
        /The database does not answer, or not soon enough \(Connection terminated unexpectedly\)\./
      expect(ended).toEqual(refusal(sentence))
    } finally {
      await link.close()
    }
  })

  it('refuses a folder for uploads that it cannot lock', async () => {
    const server = start({ DATABASE_URL: await createFreshPostgres(), PATH: '' })
    expect(await server.ended).toEqual(
      refusal(/The data folder cannot be locked .*; install the package util-linux\./),
    )
  })

  it('refuses a second server on the same data, and the first continues', async () => {
    const first = start()
    const address = await first.address()
    expect(await start({}).ended).toEqual(
      refusal(/Another Veni server already uses the data folder .*/),
    )
    expect((await fetch(`${address}/api/ping`)).status).toBe(200)
  })

  it('refuses a wrong variable', async () => {
    expect(await start({ PORT: 'many' }).ended).toEqual(
      refusal(/The configuration is wrong: PORT must be a whole number.*/),
    )
  })
})
