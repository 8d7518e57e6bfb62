import { beforeEach, expect, test, vi } from 'vitest'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { signInRunner } from '../../../test/runner.ts'
import { takeUploads, type UploadServer } from '../../../test/upload-server.ts'
import { ApiFailure, isNotOffered, isSignedOut } from '../../api/failure.ts'
import { randomId } from '../../lib/random-id.ts'
import { sha256Hex } from '../../lib/bytes.ts'
import { owner } from '../../state/session.ts'
import {
  changePhoto,
  deletePhoto,
  newPhotoId,
  readPhoto,
  storePhoto,
} from '../stores/photo-store.ts'
import { photos } from '../phone-deps.ts'
import { isPhotoRefused, isRefusal } from './refusals.ts'

const [PART, SIZE] = [64 * 1024, 150_000]
const offline = new ApiFailure('network')
const receipt = () => `GET /api/images/${name}/receipt`

let server: StandInServer
let uploads: UploadServer
let id: string
let name: string

beforeEach(async () => {
  signInRunner()
  server = startStandInServer()
  uploads = takeUploads(server)
  id = await storeNewPhoto({})
  name = `${(await readPhoto(id))?.sha256}.jpg`
})

async function storeNewPhoto(more: { readonly sha256?: string }): Promise<string> {
  const bytes = newBytes()
  const visitId = randomId()
  const photoId = newPhotoId(visitId, 'packet')
  const sha256 = await sha256Hex(bytes.buffer)
  const head = { id: photoId, owner: owner(), visitId, role: 'packet', type: 'image/jpeg' } as const
  await storePhoto({ ...head, bytes: bytes.buffer, sha256, takenAt: 1, ...more })
  return photoId
}

/** @returns random bytes with the first bytes of a JPEG */
function newBytes() {
  const bytes = crypto.getRandomValues(new Uint8Array(SIZE / 3))
  const all = new Uint8Array(SIZE)
  for (let at = 0; at < 3; at += 1) all.set(bytes, at * bytes.length)
  all.set([0xff, 0xd8, 0xff])
  return all
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Makes the server accept uploads and give this answer to every part. */
function answerParts(answer: Response): void {
  const headers = { location: '/api/uploads/1-1', 'upload-offset': '0' }
  server.answer('POST /api/uploads', new Response(null, { status: 201, headers }))
  server.answer('HEAD /api/uploads/1-1', new Response(null, { headers }))
  server.answer('PATCH /api/uploads/1-1', answer)
}

const made = () => server.calls('POST /api/uploads').length
const total = () => uploads.arrived.reduce((sum, part) => sum + part, 0)
test('a photo is sent in parts, and each write has its own key [R-3.059]', async () => {
  await photos.uploadPhoto(id)
  expect(uploads.arrived).toEqual([PART, PART, SIZE - 2 * PART])
  expect((await readPhoto(id))?.url).toBe(`/api/images/${name}`)
  expect(server.sent.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH'])
  const keys = server.sent.map(({ key }) => key)
  expect(keys).not.toContain(null)
  expect([keys[0], new Set(keys).size]).toEqual([`photo:${id}`, keys.length])
  const heads = server.sent.map(({ headers }) => headers)
  expect(heads.map((head) => [head.get('tus-resumable'), head.get('veni-runner')])).toEqual(
    heads.map(() => ['1.0.0', '1']),
  )
})

test('after a broken connection only the missing bytes are sent, and each whole part is noted', async () => {
  const onPart = vi.fn<() => void>()
  uploads.breakAfter(PART + 1000)
  expect(await failureOf(photos.handOverPhoto(id, { url: '' }, onPart))).toEqual(offline)
  expect((await readPhoto(id))?.url).toBeUndefined()
  expect(onPart).toHaveBeenCalledTimes(1)
  await photos.uploadPhoto(id, onPart)
  expect(onPart).toHaveBeenCalledTimes(3)
  expect(uploads.arrived).toEqual([PART, 1000, PART, SIZE - 2 * PART - 1000])
  expect(made()).toBe(1)
  const bytes = (await readPhoto(id))?.bytes
  expect(uploads.photos.get(name)).toEqual(bytes && new Uint8Array(bytes))
})

test('an upload that the server no longer has starts again, which is no progress', async () => {
  const onPart = vi.fn<() => void>()
  uploads.breakAfter(PART)
  await failureOf(photos.uploadPhoto(id))
  server.answer('HEAD /api/uploads/1-1', new Response(null, { status: 410 }))
  server.answer(receipt(), json({ error: { code: 'not-found', message: '' } }, 404))
  await photos.uploadPhoto(id, onPart)
  expect(onPart).not.toHaveBeenCalled()
  expect([made(), total()]).toEqual([2, PART + SIZE])
  expect((await readPhoto(id))?.url).toBe(`/api/images/${name}`)
})

test('when only the last reply was lost, nothing is sent again', async () => {
  uploads.loseLastAnswer()
  await failureOf(photos.uploadPhoto(id))
  await photos.uploadPhoto(id)
  expect([made(), total()]).toEqual([1, SIZE])
  expect((await readPhoto(id))?.url).toBe(`/api/images/${name}`)
})

test('an upload whose last reply was lost is completed without further bytes', async () => {
  uploads.breakAfter(SIZE)
  await failureOf(photos.uploadPhoto(id))
  await photos.uploadPhoto(id)
  expect(uploads.arrived.slice(-1)).toEqual([0])
  expect([total(), uploads.photos.has(name)]).toEqual([SIZE, true])
})

test('when the server has more bytes than it acknowledged, only the rest is sent', async () => {
  uploads.breakAfter(PART)
  await failureOf(photos.uploadPhoto(id))
  // Another tab has sent more bytes than this phone's row shows.
  server.answer(
    'HEAD /api/uploads/1-1',
    (() => {
      let asked = 0
      return () => {
        asked += 1
        const offset = asked === 1 ? 0 : PART
        return new Response(null, { status: 200, headers: { 'upload-offset': String(offset) } })
      }
    })(),
  )
  await photos.uploadPhoto(id)
  expect(total()).toBe(SIZE)
})

const handOver = (photoId: string) => photos.handOverPhoto(photoId, { url: '' })

test('two senders at the same time send a photo once', async () => {
  await Promise.all([photos.uploadPhoto(id), handOver(id)])
  expect(total()).toBe(SIZE)
  expect(made()).toBe(1)
})

test('a photo that the runner removes while it is sent does not come back', async () => {
  server.answer('POST /api/uploads', async () => {
    await deletePhoto(id)
    return new Response(null, { status: 201, headers: { location: '/api/uploads/1-1' } })
  })
  await failureOf(photos.uploadPhoto(id))
  expect(await readPhoto(id)).toBeUndefined()
})

test.each([
  ['answers with a page', new Response('<html>Sign in to WiFi</html>')],
  ['no longer has the upload', new Response('', { status: 404 })],
  ['is still processing it', json({ error: { code: 'in-progress', message: '' } }, 423)],
  ['requires another version', new Response('', { status: 412 })],
  ['rejects the request as invalid', new Response('', { status: 400 })],
  ['acknowledges bytes that were not sent', new Response(null, { status: 204 })],
])('the photo is not refused when the other side %s', async (_what, answer) => {
  answerParts(answer)
  const failure = await failureOf(photos.uploadPhoto(id))
  expect(failure).toEqual(new ApiFailure('bad-reply'))
  expect((failure as ApiFailure).detail).toEqual({})
  expect(isPhotoRefused(failure as ApiFailure) || isNotOffered(failure)).toBe(false)
  expect((await readPhoto(id))?.url).toBeUndefined()
})

test('a photo that is too large for an intermediary needs attention, and stays on the phone', async () => {
  answerParts(new Response('', { status: 413 }))
  const failure = (await failureOf(photos.uploadPhoto(id))) as ApiFailure
  expect([isRefusal(failure), isPhotoRefused(failure)]).toEqual([true, false])
  expect((await readPhoto(id))?.bytes?.byteLength).toBe(SIZE)
})

test('our server can refuse the photo, and an ended session needs a sign-in', async () => {
  const refuse = (code: string, status: number) =>
    answerParts(json({ error: { code, message: '' } }, status))
  refuse('wrong-type', 415)
  expect(isPhotoRefused((await failureOf(photos.uploadPhoto(id))) as ApiFailure)).toBe(true)
  refuse('sign-in-required', 401)
  expect(isSignedOut(await failureOf(photos.uploadPhoto(id)))).toBe(true)
})

test('the bytes are deleted only after the server has shown that it has the same', async () => {
  await photos.uploadPhoto(id)
  expect((await readPhoto(id))?.bytes?.byteLength).toBe(SIZE)
  await handOver(id)
  expect(await readPhoto(id)).toMatchObject({
    url: `/api/images/${name}`,
    sha256: name.slice(0, 64),
  })
  expect((await readPhoto(id))?.bytes).toBeUndefined()
  // The server is not asked again.
  const before = server.sent.length
  await handOver(id)
  expect(server.sent).toHaveLength(before)
})

test.each([
  ['other bytes', () => uploads.photos.set(name, newBytes())],
  ['no photo', () => uploads.photos.delete(name)],
])(
  'a server with %s receives the photo again, and the bytes stay until then',
  async (_what, spoil) => {
    await photos.uploadPhoto(id)
    spoil()
    expect(await failureOf(handOver(id))).toMatchObject({ kind: 'bad-reply' })
    expect((await readPhoto(id))?.bytes?.byteLength).toBe(SIZE)
    await handOver(id)
    expect(total()).toBe(2 * SIZE)
    expect((await readPhoto(id))?.bytes).toBeUndefined()
  },
)

test.each([
  ['is out of reach', noNetwork()],
  ['is down', json({}, 503)],
  ['is too slow', json({}, 408)],
])('a server that %s is asked again, and nothing is sent again', async (_what, answer) => {
  await photos.uploadPhoto(id)
  server.answer(receipt(), answer)
  expect(await failureOf(handOver(id))).toBeInstanceOf(ApiFailure)
  expect(await readPhoto(id)).toMatchObject({ url: `/api/images/${name}` })
  expect((await readPhoto(id))?.bytes?.byteLength).toBe(SIZE)
})

test('without SHA-256, and with another image host, the bytes stay on the phone', async () => {
  const [unknown, elsewhere] = [await storeNewPhoto({ sha256: '' }), await storeNewPhoto({})]
  await changePhoto(elsewhere, (photo) => ({ ...photo, url: 'https://images.example/1.jpg' }))
  await Promise.all([unknown, elsewhere].map(handOver))
  const stored = [await readPhoto(unknown), await readPhoto(elsewhere)]
  expect(stored.map((photo) => photo?.bytes?.byteLength)).toEqual([SIZE, SIZE])
  for (const photo of stored) expect(photo?.url).toBeDefined()
})
