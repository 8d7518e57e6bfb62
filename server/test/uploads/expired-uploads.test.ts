import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { UPLOAD_LIFE_MS } from '../../src/photos/uploads/partial-uploads.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { newPhoto, tusRefusal, uploadCalls } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

const HOUR_MS = 3_600_000

describe('uploads that receive no more bytes', () => {
  const server = useServer('embedded')
  const { call, create, patch, offsetOf } = uploadCalls(() => server.app)
  let ravi: Client
  let photo: Buffer
  beforeAll(async () => {
    photo = await newPhoto()
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const name of await readdir(server.deps.uploadsFolder))
      await rm(join(server.deps.uploadsFolder, name))
  })

  const itIs = (ms: number) => vi.spyOn(server.deps, 'now').mockReturnValue(new Date(ms))
  /** The names of the uploads whose bytes are on the disk. */
  const listUploads = async () =>
    (await readdir(server.deps.uploadsFolder)).filter((name) => !name.includes('.'))

  test('expire after a week, and the next upload deletes them', async () => {
    const start = Date.now()
    const old = await create(ravi, photo.length)
    itIs(start + UPLOAD_LIFE_MS - 60_000)
    expect((await offsetOf(ravi, old)).status).toBe(200)
    itIs(start + UPLOAD_LIFE_MS + 60_000)
    const refused = await patch(ravi, old, 0, photo)
    expect(refused).toMatchObject(tusRefusal(410, 'not-found'))
    // The answer of HEAD has the headers that the body would have.
    expect(await call(ravi, 'HEAD', old)).toMatchObject({
      status: 410,
      headers: { 'content-length': refused.headers['content-length'] },
    })
    expect(await listUploads()).toEqual([basename(old)])
    const next = await create(ravi, photo.length)
    expect(await listUploads()).toEqual([basename(next)])
  })

  test('are deleted only when a new upload begins, and at most once an hour', async () => {
    const start = Date.now() + 2 * UPLOAD_LIFE_MS
    itIs(start)
    // For this clock the files are old at once.
    const first = await create(ravi, photo.length)
    itIs(start + HOUR_MS)
    const second = await create(ravi, photo.length)
    const both = [basename(first), basename(second)].toSorted()
    expect((await listUploads()).toSorted()).toEqual(both)
    itIs(start + HOUR_MS + 1)
    expect((await offsetOf(ravi, first)).status).toBe(410)
    expect((await listUploads()).toSorted()).toEqual(both)
    const third = await create(ravi, photo.length)
    expect(await listUploads()).toEqual([basename(third)])
  })
})
