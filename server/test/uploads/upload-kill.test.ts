import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { hashOf } from '../../src/photos/service.ts'
import { createFreshPostgres, databaseKinds } from '../setup/databases.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { ServerProcess } from '../setup/server-process.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' }

describe.each(databaseKinds)('an upload to a server on %s', { timeout: 120_000 }, (kind) => {
  const cleanUp: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step()
  })

  const prepare = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'veni-upload-kill-'))
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
    const databaseUrl = kind === 'postgres' ? await createFreshPostgres() : undefined
    if (!databaseUrl) await (await openEmbedded(dataDir, inject('embeddedTemplate'))).close()
    const database = await openDatabase({ dataDir, databaseUrl })
    await storeRunners(database.db)
    await database.close()
    return { dataDir, databaseUrl }
  }

  it('continues after the last acknowledged byte when the server is killed and restarted', async () => {
    const { dataDir, databaseUrl } = await prepare()
    const start = async () => {
      const server = new ServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' })
      cleanUp.push(() => server.kill('SIGKILL'))
      return { server, address: await server.address() }
    }
    const photo = await newPhoto()
    const half = Math.floor(photo.length / 2)

    const first = await start()
    const cookie = await signIn(first.address)
    const headers = { ...TUS, cookie, 'upload-length': String(photo.length) }
    const made = await fetch(`${first.address}/api/uploads`, { method: 'POST', headers })
    const url = made.headers.get('location') ?? ''
    const patch = (address: string, offset: number, part: Buffer) =>
      fetch(`${address}${url}`, {
        method: 'PATCH',
        headers: { ...BYTES, cookie, 'upload-offset': String(offset) },
        body: Uint8Array.from(part),
      })
    expect((await patch(first.address, 0, photo.subarray(0, half))).status).toBe(204)
    // The next part is being sent, and its first bytes have arrived.
    sendStart(`${first.address}${url}`, cookie, photo, half)
    const [id = ''] = await readdir(join(dataDir, 'uploads'))
    await expect.poll(async () => (await stat(join(dataDir, 'uploads', id))).size).toBe(half + 1000)
    await first.server.kill('SIGKILL')

    const second = await start()
    const head = await fetch(`${second.address}${url}`, {
      method: 'HEAD',
      headers: { ...TUS, cookie },
    })
    const offset = Number(head.headers.get('upload-offset'))
    expect(offset).toBe(half + 1000)
    const last = await patch(second.address, offset, photo.subarray(offset))
    expect(last.status).toBe(204)
    const receipt = `${second.address}${last.headers.get('content-location')}/receipt`
    expect(await (await fetch(receipt, { headers: { cookie } })).json()).toMatchObject({
      data: { sha256: hashOf(photo), bytes: photo.length },
    })
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
  })
})

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/sign-in/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: RAVI.phone, code: '123456' }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

function newPhoto(): Promise<Buffer> {
  const noise = { width: 200, height: 150, channels: 3 } as const
  return sharp(randomBytes(200 * 150 * 3), { raw: noise })
    .png()
    .toBuffer()
}

/** Announces all bytes from `offset` on and sends the first 1,000 of them; the connection stays open. */
function sendStart(url: string, cookie: string, photo: Buffer, offset: number): void {
  const length = photo.length - offset
  const headers = { ...BYTES, cookie, 'upload-offset': offset, 'content-length': length }
  const request = httpRequest(url, { method: 'PATCH', headers })
  request.on('error', () => undefined)
  request.write(photo.subarray(offset, offset + 1000))
}
