import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/open-database.ts'
import { hashOf } from '../../src/photos/service.ts'
import { type DatabaseKind, databaseKinds } from '../setup/databases.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { useProcesses } from '../setup/process-data.ts'
import { FROM_OUR_PAGE, signInAt } from '../setup/client.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' }

describe.each(databaseKinds)('an upload to a server on %s', (kind) => {
  const processes = useProcesses()

  it('continues after the last acknowledged byte when the server is killed and restarted', async () => {
    const data = await prepare(processes, kind)
    const uploads = join(data.dataDir, 'uploads')
    const start = async () => {
      const server = processes.start(data)
      return { server, address: await server.address() }
    }
    const photo = await newPhoto()
    const half = Math.floor(photo.length / 2)

    const first = await start()
    const cookie = await signInAt(first.address, RAVI.phone)
    const url = await createUpload(first.address, cookie, photo.length)
    const patch = (address: string, offset: number, part: Buffer) =>
      fetch(`${address}${url}`, {
        method: 'PATCH',
        headers: { ...FROM_OUR_PAGE, ...BYTES, cookie, 'upload-offset': String(offset) },
        body: Uint8Array.from(part),
      })
    expect((await patch(first.address, 0, photo.subarray(0, half))).status).toBe(204)
    // The next part is being sent, and its first bytes have arrived.
    sendStart(`${first.address}${url}`, cookie, photo, half)
    const [id = ''] = await readdir(uploads)
    await expect.poll(async () => (await stat(join(uploads, id))).size).toBe(half + 1000)
    await first.server.kill('SIGKILL')

    const second = await start()
    const offset = await readOffset(`${second.address}${url}`, cookie)
    expect(offset).toBe(half)
    const last = await patch(second.address, offset, photo.subarray(offset))
    expect(last.status).toBe(204)
    const receipt = `${second.address}${last.headers.get('content-location')}/receipt`
    expect(await (await fetch(receipt, { headers: { cookie } })).json()).toMatchObject({
      data: { sha256: hashOf(photo), bytes: photo.length },
    })
    expect(await readdir(uploads)).toEqual([])
  })
})

// The embedded database belongs to one server.
describe('an upload to one of several servers on postgres', () => {
  const processes = useProcesses()

  it('continues while other servers that use the same folder start and end', async () => {
    const data = await prepare(processes, 'postgres')
    const first = processes.start(data)
    const address = await first.address()
    const photo = await newPhoto()
    const cookie = await signInAt(address, RAVI.phone)
    const url = await createUpload(address, cookie, photo.length)
    const receiving = sendStart(`${address}${url}`, cookie, photo, 0)
    const file = join(data.dataDir, 'uploads', basename(url))
    await expect.poll(async () => (await stat(file)).size).toBe(1000)

    const second = processes.start(data)
    await second.address()
    expect((await stat(file)).size).toBe(1000)
    await second.kill('SIGKILL')
    await processes.start(data).address()
    expect((await stat(file)).size).toBe(1000)

    const last = await receiving.sendRest()
    expect(last.statusCode).toBe(204)
    const receipt = `${address}${last.headers['content-location']}/receipt`
    expect(await (await fetch(receipt, { headers: { cookie } })).json()).toMatchObject({
      data: { sha256: hashOf(photo), bytes: photo.length },
    })
  })
})

async function prepare(processes: ReturnType<typeof useProcesses>, kind: DatabaseKind) {
  const data = await processes.newData(kind)
  const database = await openDatabase(data)
  await storeRunners(database.db)
  await database.close()
  return data
}

/** @returns the path of the new upload */
async function createUpload(address: string, cookie: string, bytes: number): Promise<string> {
  const headers = { ...FROM_OUR_PAGE, ...TUS, cookie, 'upload-length': String(bytes) }
  const made = await fetch(`${address}/api/uploads`, { method: 'POST', headers })
  return made.headers.get('location') ?? ''
}

/** The number of bytes that the server has of an upload. */
async function readOffset(url: string, cookie: string): Promise<number> {
  const head = await fetch(url, { method: 'HEAD', headers: { ...TUS, cookie } })
  return Number(head.headers.get('upload-offset'))
}

function newPhoto(): Promise<Buffer> {
  const noise = { width: 200, height: 150, channels: 3 } as const
  return sharp(randomBytes(200 * 150 * 3), { raw: noise })
    .png()
    .toBuffer()
}

/** Announces all bytes from `offset` on and sends the first 1,000 of them; the connection stays open for the rest. */
function sendStart(url: string, cookie: string, photo: Buffer, offset: number) {
  const length = photo.length - offset
  const headers = {
    ...FROM_OUR_PAGE,
    ...BYTES,
    cookie,
    'upload-offset': offset,
    'content-length': length,
  }
  const request = httpRequest(url, { method: 'PATCH', headers })
  request.on('error', () => undefined)
  request.write(photo.subarray(offset, offset + 1000))
  const sendRest = async () => {
    request.end(photo.subarray(offset + 1000))
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return answer
  }
  return { sendRest }
}
