import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configureApp } from '../../../test/app-config.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { takeUploads } from '../../../test/upload-server.ts'
import { ApiFailure, isNotOffered, isSignedOut } from '../../api/failure.ts'
import { CONFIG_KEY, loadAppConfig } from '../../app-config.ts'
import { randomId } from '../../lib/random-id.ts'
import { changePhoto, newPhotoId, readPhoto, storePhoto } from '../stores/photo-store.ts'
import { photos } from '../phone-deps.ts'
import { isRefusal } from './refusals.ts'

const visitId = randomId()
let server: StandInServer
let id: string

beforeEach(async () => {
  signInAtPlainPortal()
  server = startStandInServer()
  id = await storeNewPhoto(visitId, 1)
})

async function storeNewPhoto(ofVisit: string, takenAt: number): Promise<string> {
  const photoId = newPhotoId(ofVisit, 'packet')
  const bytes = new Uint8Array([0xff, 0xd8, 0xff]).buffer
  const head = { id: photoId, owner: '9000000001', visitId: ofVisit, role: 'packet' } as const
  await storePhoto({ ...head, type: 'image/jpeg', bytes, sha256: '', takenAt })
  return photoId
}

const HOST = 'https://images.example/upload'
const configureHost = () => configureApp({ imageHostUrl: HOST })

const failureOf = async () => {
  const failure: unknown = await photos.uploadPhoto(id).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiFailure)
  return failure
}

test('an image host receives a form with one field, image, as base64, and its data.url is stored [R-7.019]', async () => {
  await configureHost()
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(json({ success: true, data: { url: 'https://images.example/1.jpg' } })),
  )
  vi.stubGlobal('fetch', fetched)
  await photos.uploadPhoto(id)
  expect(fetched).toHaveBeenCalledTimes(1)
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe(HOST)
  // The app sets no header. The browser itself sets `multipart/form-data` for a form.
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit' })
  expect(init?.headers).toBeUndefined()
  if (!(init?.body instanceof FormData)) throw new Error('no form')
  expect([...init.body.entries()]).toEqual([['image', btoa('\xff\xd8\xff')]])
  expect((await readPhoto(id))?.url).toBe('https://images.example/1.jpg')
})

test('after a start without network the image host of the last config.json receives the photo [R-7.068]', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  // Takes back at the end what the two starts have read.
  await configureApp({})
  onTestFinished(() => localStorage.removeItem(CONFIG_KEY))
  for (const answer of [json({ imageHostUrl: HOST }), noNetwork()]) {
    server.answer('GET /config.json', answer)
    await loadAppConfig()
  }
  const stored = { success: true, data: { url: 'https://images.example/1.jpg' } }
  server.answer('POST /upload', json(stored))
  await photos.uploadPhoto(id)
  expect(server.calls('POST /upload')).toHaveLength(1)
  expect((await readPhoto(id))?.url).toBe(stored.data.url)
})

test.each([
  { success: false, data: { url: 'https://images.example/1.jpg' } },
  { success: true, data: {} },
  { data: { url: 'https://images.example/1.jpg' } },
  { success: true, url: 'https://images.example/1.jpg' },
])('the answer %j does not contain the address of the photo [R-7.019]', async (reply) => {
  await configureHost()
  server.answer('POST /upload', json(reply))
  expect(await failureOf()).toMatchObject({ kind: 'bad-reply' })
  expect((await readPhoto(id))?.url).toBeUndefined()
})

test.each([401, 403, 404])('a %i of an image host does not end the session', async (status) => {
  await configureHost()
  server.answer('POST /upload', json({}, status))
  const failure = await failureOf()
  expect([isSignedOut(failure), isNotOffered(failure)]).toEqual([false, false])
  expect((await readPhoto(id))?.url).toBeUndefined()
})

test('a photo that the image host refuses is refused', async () => {
  await configureHost()
  server.answer('POST /upload', json({}, 415))
  expect(await failureOf()).toMatchObject({ kind: 'status', detail: { status: 415 } })
})

test('a photo stays on the phone where no image host is offered', async () => {
  await photos.uploadPhoto(id)
  expect((await readPhoto(id))?.url).toBeUndefined()
})

test('a 404 page of an intermediary is no reply of our server: the photo is sent again', async () => {
  signInRunner()
  server.answer('POST /api/uploads', new Response('<html>Sign in to WiFi</html>', { status: 404 }))
  expect(await failureOf()).toMatchObject({ kind: 'bad-reply' })
})

test.each([429, 503])(
  'a photo whose upload is answered %i stays, and the failure names the wait',
  async (status) => {
    signInRunner()
    server.answer(
      'POST /api/uploads',
      new Response('{}', { status, headers: { 'retry-after': '7' } }),
    )
    const failure = await failureOf()
    expect(failure).toMatchObject({ kind: 'status', detail: { status, retryAfterMs: 7_000 } })
    expect(isRefusal(failure as ApiFailure)).toBe(false)
    expect((await readPhoto(id))?.bytes).toBeDefined()
  },
)

test('an upload whose photo has another address than its bytes is not continued', async () => {
  signInRunner()
  await changePhoto(id, (photo) => ({ ...photo, sha256: 'a'.repeat(64) }))
  const offset = { 'upload-offset': '3' }
  const headers = { ...offset, 'content-location': `/api/images/${'b'.repeat(64)}.jpg` }
  let made = 0
  server.answer('POST /api/uploads', () => {
    const location = `/api/uploads/1-${(made += 1)}`
    server.answer(`HEAD ${location}`, new Response(null, { headers: offset }))
    server.answer(`PATCH ${location}`, new Response(null, { status: 204, headers }))
    return new Response(null, { status: 201, headers: { location } })
  })
  for (const attempts of [1, 2]) {
    expect(await failureOf()).toMatchObject({ kind: 'bad-reply' })
    expect(made).toBe(attempts)
  }
  expect((await readPhoto(id))?.url).toBeUndefined()
})

test('a photo without a hash is sent again when the server no longer has its upload', async () => {
  signInRunner()
  await changePhoto(id, (photo) => ({ ...photo, uploadId: '1-0' }))
  server.answer('HEAD /api/uploads/1-0', new Response(null, { status: 410 }))
  const uploads = takeUploads(server)
  await photos.uploadPhoto(id)
  // No receipt was asked for: it has the hash of the bytes in its address.
  expect(server.sent.map(({ method }) => method)).toEqual(['HEAD', 'POST', 'PATCH'])
  const [name] = uploads.photos.keys()
  expect((await readPhoto(id))?.url).toBe(`/api/images/${name}`)
})

test('a photo without a hash is not sent when the server answers without its address', async () => {
  signInRunner()
  const location = '/api/uploads/1-1'
  server.answer('POST /api/uploads', new Response(null, { status: 201, headers: { location } }))
  const headers = { 'upload-offset': '3' }
  server.answer(`PATCH ${location}`, new Response(null, { status: 204, headers }))
  expect(await failureOf()).toMatchObject({ kind: 'bad-reply' })
  const photo = await readPhoto(id)
  expect([photo?.url, photo?.uploadId]).toEqual([undefined, undefined])
})
