import { readdir, rm, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MOST_UNFINISHED } from '../../src/photos/uploads/partial-uploads.ts'
import { AppError } from '../../src/errors.ts'
import { hashOf } from '../../src/photos/service.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { LAKSHMI, RAVI, storeRunners } from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'
import {
  newPhoto,
  TUS,
  tusRefusal,
  uploadCalls,
  type UploadMethod,
  UPLOADS,
} from '../fixtures/upload-calls.ts'

describe.each(databaseKinds)('resumable uploads that are refused (%s)', (kind) => {
  const server = useServer(kind)
  const { call, create, patch, offsetOf } = uploadCalls(() => server.app)
  const partsLeft = () => readdir(server.deps.uploadsFolder)
  let ravi: Client
  let lakshmi: Client
  let photo: Buffer
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    lakshmi = await server.signIn(LAKSHMI.phone)
  })
  beforeEach(async () => {
    photo = await newPhoto()
  })
  afterEach(async () => {
    for (const name of await partsLeft()) await rm(join(server.deps.uploadsFolder, name))
  })

  test('are 400 when they use an extension that the server does not have', async () => {
    for (const concat of ['partial', 'final;/api/uploads/a /api/uploads/b']) {
      const headers = { ...TUS, 'upload-concat': concat, 'upload-length': '10' }
      expect(await call(ravi, 'POST', UPLOADS, { headers })).toMatchObject(
        tusRefusal(400, 'bad-request'),
      )
    }
  })

  test.each(['?', '?x=', '#', '?a=1#'])(
    "of others are not reached through the own upload's address and %s",
    async (between) => {
      const others = await create(ravi, photo.length)
      await patch(ravi, others, 0, photo.subarray(0, 500))
      const own = await create(lakshmi, photo.length)
      const target = `${own}${between}/${basename(others)}`
      expect(await offsetOf(lakshmi, target)).toEqual({ status: 200, offset: '0' })
      expect((await patch(lakshmi, target, 500, photo.subarray(500))).status).toBe(409)
      await call(lakshmi, 'DELETE', target)
      expect(await offsetOf(ravi, others)).toEqual({ status: 200, offset: '500' })
    },
  )

  test('belong to their runner only', async () => {
    const url = await create(ravi, photo.length)
    await patch(ravi, url, 0, photo.subarray(0, 500))
    const nowhere = `${UPLOADS}/${LAKSHMI.id}-${'0'.repeat(32)}`
    for (const target of [url, nowhere, `${UPLOADS}/..%2fphotos`, `${url}.json`]) {
      expect((await call(lakshmi, 'HEAD', target)).status, target).toBe(404)
      expect(await patch(lakshmi, target, 500, photo), target).toMatchObject(
        tusRefusal(404, 'not-found'),
      )
      expect(await call(lakshmi, 'DELETE', target), target).toMatchObject(
        tusRefusal(404, 'not-found'),
      )
    }
    expect((await patch(ravi, url, 500, photo.subarray(500))).status).toBe(204)
  })

  test.each<[UploadMethod, string]>([
    ['POST', UPLOADS],
    ['OPTIONS', UPLOADS],
    ['HEAD', `${UPLOADS}/1-${'0'.repeat(32)}`],
    ['PATCH', `${UPLOADS}/1-${'0'.repeat(32)}`],
    ['DELETE', `${UPLOADS}/1-${'0'.repeat(32)}`],
  ])('%s %s requires a session of the runner that the phone expects', async (method, url) => {
    expect((await call(undefined, method, url)).status).toBe(401)
    const other = { ...TUS, 'veni-runner': String(LAKSHMI.id) }
    expect((await call(ravi, method, url, { headers: other })).status).toBe(401)
  })

  test('are refused over 5 MB before the first byte, in the specified words', async () => {
    const length = String(MAX_PHOTO_BYTES + 1)
    expect(
      await call(ravi, 'POST', UPLOADS, { headers: { ...TUS, 'upload-length': length } }),
    ).toMatchObject(tusRefusal(413, 'too-large', 'File size too large. Maximum 5MB allowed.'))
    expect(await partsLeft()).toEqual([])
  })

  test('accept no more bytes than the announced length', async () => {
    const url = await create(ravi, 100)
    expect(await patch(ravi, url, 0, photo)).toMatchObject(tusRefusal(413, 'too-large'))
    expect((await call(ravi, 'DELETE', url)).status).toBe(204)
    expect(await partsLeft()).toEqual([])
  })

  test.each([
    ['a text', Buffer.from('hello, this is no photo')],
    ['half a photo', undefined],
  ])('are refused with %s in the specified words, and deleted', async (_what, bytes) => {
    const content = bytes ?? photo.subarray(0, photo.length / 2)
    const url = await create(ravi, content.length)
    expect(await patch(ravi, url, 0, content)).toMatchObject(
      tusRefusal(
        415,
        'wrong-type',
        'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.',
      ),
    )
    expect(await partsLeft()).toEqual([])
  })

  test('are refused without bytes in the specified words, and deleted', async () => {
    expect(
      await call(ravi, 'POST', UPLOADS, { headers: { ...TUS, 'upload-length': '0' } }),
    ).toMatchObject(tusRefusal(400, 'bad-request', 'No file provided'))
    expect(await partsLeft()).toEqual([])
  })

  test('are refused with another offset, version or content type, in our own shape', async () => {
    const url = await create(ravi, photo.length)
    const sentence = expect.stringMatching(/^\S.*\S$/) as string
    expect(await patch(ravi, url, 7, photo)).toMatchObject(tusRefusal(409, 'conflict', sentence))
    const old = await call(ravi, 'HEAD', url, { headers: { 'tus-resumable': '0.2.2' } })
    expect(old).toMatchObject({ status: 412, headers: { 'tus-version': '1.0.0' } })
    const form = { ...TUS, 'upload-offset': '0', 'content-type': 'application/json' }
    expect(await call(ravi, 'PATCH', url, { headers: form, payload: photo })).toMatchObject(
      tusRefusal(415, 'wrong-type'),
    )
    expect(await offsetOf(ravi, url)).toEqual({ status: 200, offset: '0' })
    await call(ravi, 'DELETE', url)
  })

  test('are 400 when their metadata is longer than 1 KB [R-7.041]', async () => {
    const post = (metadata: string) => {
      const headers = { ...TUS, 'upload-length': '10', 'upload-metadata': metadata }
      return call(ravi, 'POST', UPLOADS, { headers })
    }
    expect(await post(`name ${'QUJD'.repeat(255)}`)).toMatchObject(tusRefusal(400, 'bad-request'))
    expect(await partsLeft()).toEqual([])
    expect((await post(`key ${'QUJD'.repeat(255)}`)).status).toBe(201)
  })

  test('replace the oldest unfinished upload of the same runner [R-7.041]', async () => {
    const other = await create(lakshmi, photo.length)
    const urls: string[] = []
    for (let upload = 0; upload < MOST_UNFINISHED; upload += 1)
      urls.push(await create(ravi, photo.length))
    const [first = '', second = ''] = urls
    const hourAgo = new Date(Date.now() - 3_600_000)
    await utimes(join(server.deps.uploadsFolder, basename(second)), hourAgo, hourAgo)
    await create(ravi, photo.length)
    expect((await offsetOf(ravi, second)).status).toBe(404)
    expect((await offsetOf(ravi, first)).status).toBe(200)
    expect((await offsetOf(lakshmi, other)).status).toBe(200)
    expect(await partsLeft()).toHaveLength(3 * (MOST_UNFINISHED + 1))
  })

  test('keep their bytes when the photo cannot be checked now [R-7.037]', async () => {
    const url = await create(ravi, photo.length)
    vi.spyOn(server.deps.photoDecoder, 'detectType').mockRejectedValueOnce(
      new AppError('unavailable', 'busy', undefined, 30),
    )
    const refused = await patch(ravi, url, 0, photo)
    expect(refused).toMatchObject(tusRefusal(503, 'unavailable'))
    expect(refused.headers['retry-after']).toBe('30')
    // The next question stores the photo, and then the upload is gone.
    expect(await offsetOf(ravi, url)).toMatchObject({ status: 404 })
    const key = { hash: hashOf(photo), type: 'image/jpeg' } as const
    expect(await server.deps.photoStore.get(key)).toEqual(photo)
  })
})
