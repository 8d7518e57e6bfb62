import { afterEach, beforeEach, expect, test } from 'vitest'
import { json, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import { ApiFailure, isNotOffered, isSignedOut } from '../api/failure.ts'
import { loadAppConfig } from '../app-config.ts'
import { randomId } from '../lib/random-id.ts'
import { findPhoto, newPhotoId, readPhoto, savePhoto } from './photo-store.ts'
import { uploadStoredPhoto } from './photo-upload.ts'

const visitId = randomId()
let portal: PortalStub
let id: string

beforeEach(async () => {
  portal = startPortalStub()
  id = await storePhoto(visitId, 1)
})

afterEach(async () => {
  document.getElementById('veni-config')?.remove()
  await loadAppConfig()
})

async function storePhoto(ofVisit: string, takenAt: number): Promise<string> {
  const photoId = newPhotoId(ofVisit, 'packet')
  const bytes = new Uint8Array([0xff, 0xd8, 0xff]).buffer
  const head = { id: photoId, owner: '9000000001', visitId: ofVisit, role: 'packet' } as const
  await savePhoto({ ...head, type: 'image/jpeg', bytes, sha256: '', takenAt })
  return photoId
}

async function configureHost() {
  const block = Object.assign(document.createElement('script'), {
    type: 'application/json',
    id: 'veni-config',
    textContent: JSON.stringify({ imageHostUrl: 'https://images.example/upload' }),
  })
  document.head.append(block)
  await loadAppConfig()
}

const failureOf = async () => {
  const failure: unknown = await uploadStoredPhoto(id).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiFailure)
  return failure
}

test.each([401, 403, 404])(
  "an image host's %i says nothing of our session or server",
  async (status) => {
    await configureHost()
    portal.answer('POST /upload', json({}, status))
    const failure = await failureOf()
    expect([isSignedOut(failure), isNotOffered(failure)]).toEqual([false, false])
    expect((await readPhoto(id))?.url).toBeUndefined()
  },
)

test('an image host that refuses the photo has the last word', async () => {
  await configureHost()
  portal.answer('POST /upload', json({}, 415))
  expect(await failureOf()).toMatchObject({ kind: 'status', detail: { status: 415 } })
})

test('a photo stays on the phone where no image host is offered', async () => {
  await uploadStoredPhoto(id)
  expect((await readPhoto(id))?.url).toBeUndefined()
})

test("a visit's photo is its newest, and no other visit's or role's", async () => {
  await storePhoto(randomId(), 9)
  const newest = await storePhoto(visitId, 2)
  expect((await findPhoto('9000000001', visitId, 'packet'))?.id).toBe(newest)
  expect(await findPhoto('9000000001', visitId, 'receipt')).toBeUndefined()
  expect(await findPhoto('9000000002', visitId, 'packet')).toBeUndefined()
})
