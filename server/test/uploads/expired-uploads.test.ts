import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { UPLOAD_LIFE_MS } from '../../src/photos/uploads/partial-uploads.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { newPhoto, tusRefusal, uploadCalls } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { type TestServer, useServer } from '../setup/server.ts'

const HOUR_MS = 3_600_000

/** The uploads of Ravi. Each test has a server of its own, because a server remembers when it last deleted old uploads. */
function uploadsAt(server: TestServer) {
  const calls = uploadCalls(() => server.app)
  let ravi: Client
  let photo: Buffer
  beforeAll(async () => {
    photo = await newPhoto()
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  return {
    create: () => calls.create(ravi, photo.length),
    offsetOf: (path: string) => calls.offsetOf(ravi, path),
    patch: (path: string) => calls.patch(ravi, path, 0, photo),
    head: (path: string) => calls.call(ravi, 'HEAD', path),
    itIs: (ms: number) => vi.spyOn(server.deps, 'now').mockReturnValue(new Date(ms)),
    /** The names of the uploads whose bytes are on the disk. */
    list: async () =>
      (await readdir(server.deps.uploadsFolder)).filter((name) => !name.includes('.')).toSorted(),
  }
}

describe('an upload that receives no more bytes', () => {
  const uploads = uploadsAt(useServer('embedded'))

  test('expires after a week, and the next upload deletes it', async () => {
    const start = Date.now()
    const old = await uploads.create()
    uploads.itIs(start + UPLOAD_LIFE_MS - 60_000)
    expect((await uploads.offsetOf(old)).status).toBe(200)
    uploads.itIs(start + UPLOAD_LIFE_MS + 60_000)
    const refused = await uploads.patch(old)
    expect(refused).toMatchObject(tusRefusal(410, 'not-found'))
    // The answer of HEAD has the headers that the body would have.
    expect(await uploads.head(old)).toMatchObject({
      status: 410,
      headers: { 'content-length': refused.headers['content-length'] },
    })
    expect(await uploads.list()).toEqual([basename(old)])
    const next = await uploads.create()
    expect(await uploads.list()).toEqual([basename(next)])
  })
})

describe('uploads that have expired', () => {
  const uploads = uploadsAt(useServer('embedded'))

  test('are deleted only when a new upload begins, and at most once an hour', async () => {
    // For this clock each file is old at once.
    const start = Date.now() + 2 * UPLOAD_LIFE_MS
    uploads.itIs(start)
    const first = await uploads.create()
    uploads.itIs(start + HOUR_MS)
    const second = await uploads.create()
    const both = [basename(first), basename(second)].toSorted()
    expect(await uploads.list()).toEqual(both)
    uploads.itIs(start + HOUR_MS + 1)
    expect((await uploads.offsetOf(first)).status).toBe(410)
    expect(await uploads.list()).toEqual(both)
    const third = await uploads.create()
    expect(await uploads.list()).toEqual([basename(third)])
  })
})

describe('uploads that have expired, after a clock that was ahead', () => {
  const uploads = uploadsAt(useServer('embedded'))

  test('are deleted with the next upload after the clock was set back [R-7.071]', async () => {
    const start = Date.now() + 2 * UPLOAD_LIFE_MS
    uploads.itIs(start)
    const first = await uploads.create()
    uploads.itIs(start - HOUR_MS)
    const second = await uploads.create()
    expect(await uploads.list()).toEqual([basename(first), basename(second)].toSorted())
    uploads.itIs(start - HOUR_MS - 1)
    const third = await uploads.create()
    expect(await uploads.list()).toEqual([basename(third)])
  })
})
