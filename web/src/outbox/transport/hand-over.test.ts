import { beforeEach, expect, test, vi } from 'vitest'
import { configureApp } from '../../../test/app-config.ts'
import { storePacketPhoto } from '../../../test/deal-visit.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import type { Client } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { LostPhoto } from '../../storage/storage-problem.ts'
import { changePhoto, readPhoto, type StoredPhoto } from '../stores/photo-store.ts'
import { createPhotoTransport } from './photo-transport.ts'

const SHA256 = 'ab'.repeat(32)
const URL_AT_SERVER = `/api/images/${SHA256}.jpg`

const callApi = vi.fn<() => Promise<unknown>>()
const request = vi.fn<Client['request']>()
const storeSentPhoto = vi.fn<(photo: StoredPhoto) => Promise<void>>()
const { handOverPhoto, uploadPhoto, readPhotoUrl } = createPhotoTransport({
  callApi: callApi as unknown as Client['callApi'],
  callThirdParty: () => Promise.reject(new Error('not used')),
  request,
  lockPhoto: (_id, upload) => upload(),
  storeSentPhoto,
})

let id: string
beforeEach(async () => {
  signInRunner()
  for (const call of [callApi, request, storeSentPhoto]) call.mockReset()
  storeSentPhoto.mockResolvedValue()
  id = (await storePacketPhoto(randomId())).id
  // Our server has it already.
  await changePhoto(id, (photo) => ({ ...photo, sha256: SHA256, url: URL_AT_SERVER }))
})

const answerReceipt = (changes: object = {}) =>
  callApi.mockResolvedValue({
    data: { url: URL_AT_SERVER, sha256: SHA256, bytes: 3, epoch: 'first', ...changes },
  })
const bytesOf = async () => (await readPhoto(id))?.bytes?.byteLength
const recorded = { url: '', epoch: 'first' }

test('a photo is stored as sent before its bytes are deleted', async () => {
  answerReceipt()
  let bytes: number | undefined
  storeSentPhoto.mockImplementation(async () => void (bytes = await bytesOf()))
  await handOverPhoto(id, recorded)
  expect(bytes).toBe(3)
  expect(storeSentPhoto.mock.calls).toEqual([[expect.objectContaining({ id, sha256: SHA256 })]])
  expect(await bytesOf()).toBeUndefined()
})

test.each([
  ['another hash', { sha256: 'cd'.repeat(32) }],
  ['fewer bytes', { bytes: 2 }],
])('a receipt with %s is no proof: the photo is uploaded again', async (_what, changes) => {
  answerReceipt(changes)
  await expect(handOverPhoto(id, recorded)).rejects.toMatchObject({ kind: 'bad-reply' })
  expect(await readPhoto(id)).toMatchObject({ sha256: SHA256, url: undefined })
  expect([await bytesOf(), storeSentPhoto.mock.calls]).toEqual([3, []])
})

test('a photo that the server has lost is uploaded again', async () => {
  callApi.mockRejectedValue(new ApiFailure('status', { status: 404, code: 'not-found' }))
  await expect(handOverPhoto(id, recorded)).rejects.toMatchObject({ kind: 'bad-reply' })
  expect(await readPhoto(id)).toMatchObject({ sha256: SHA256, url: undefined })
  expect(await bytesOf()).toBe(3)
})

test.each([
  ['network', new ApiFailure('network')],
  ['answer in time', new ApiFailure('timeout')],
  ['server that can answer', new ApiFailure('status', { status: 503 })],
])(
  'without a %s the failure is that of the call, and nothing is uploaded again',
  async (_, failure) => {
    callApi.mockRejectedValue(failure)
    await expect(handOverPhoto(id, recorded)).rejects.toBe(failure)
    expect([await bytesOf(), await readPhotoUrl(id)]).toEqual([3, URL_AT_SERVER])
  },
)

test.each([
  ['the epoch of the record', 'first', 'first'],
  ['no epoch, as an older server does', 'first', undefined],
  ['an epoch that the record does not have', undefined, 'second'],
])('a receipt with %s is a proof', async (_what, epoch, receipt) => {
  answerReceipt({ epoch: receipt })
  await handOverPhoto(id, { url: '', ...(epoch && { epoch }) })
  expect(await bytesOf()).toBeUndefined()
})

test('a receipt of another database than that of the record is no proof: the phone compares first', async () => {
  answerReceipt({ epoch: 'second' })
  await expect(handOverPhoto(id, recorded)).rejects.toMatchObject({
    kind: 'status',
    detail: { status: 409, code: 'epoch-ended' },
  })
  expect([await bytesOf(), await readPhotoUrl(id)]).toEqual([3, URL_AT_SERVER])
})

test.each([
  ['a hash', { sha256: '' }],
  ['the address of our server', { url: 'https://images.example/1.jpg' }],
  ['bytes', { bytes: undefined }],
])('a photo without %s is not asked for', async (_what, changes) => {
  await changePhoto(id, (photo) => ({ ...photo, ...changes }))
  await handOverPhoto(id, recorded)
  expect(callApi).not.toHaveBeenCalled()
  expect(storeSentPhoto).not.toHaveBeenCalled()
})

const withoutBytes = () =>
  changePhoto(id, (photo) => ({ ...photo, bytes: undefined, url: undefined }))

test('a photo that the server has lost after its bytes were deleted here is lost, unless it has it again', async () => {
  await withoutBytes()
  callApi.mockResolvedValue({ data: { url: '', sha256: '', bytes: 0 } })
  await expect(handOverPhoto(id, { url: URL_AT_SERVER })).rejects.toThrow(LostPhoto)
  answerReceipt()
  await handOverPhoto(id, { url: URL_AT_SERVER })
})

test('a bug in the call does not mean that the server has no photo', async () => {
  const bug = new RangeError('a bug')
  callApi.mockRejectedValue(bug)
  await expect(handOverPhoto(id, recorded)).rejects.toBe(bug)
  expect(await readPhotoUrl(id)).toBe(URL_AT_SERVER)
  await withoutBytes()
  await expect(handOverPhoto(id, { url: URL_AT_SERVER })).rejects.toBe(bug)
})

test.each([
  `x${URL_AT_SERVER}`,
  `${URL_AT_SERVER}/receipt`,
  URL_AT_SERVER.replace('ab', ''),
  '/api/images/photo.jpg',
])('a photo with the address %s is at no server of ours', async (url) => {
  await withoutBytes()
  answerReceipt()
  await expect(handOverPhoto(id, { url })).rejects.toThrow(LostPhoto)
  expect(callApi).not.toHaveBeenCalled()
})

test('the image host of a plain portal must have the photo that is gone from the phone', async () => {
  signInAtPlainPortal()
  await withoutBytes()
  await configureApp({ imageHostUrl: 'https://images.example/upload' })
  await expect(handOverPhoto(id, { url: '' })).rejects.toThrow(LostPhoto)
})

const refuse = (status: number, code: string) => {
  const body = JSON.stringify({ error: { code, message: '' } })
  request.mockResolvedValue({ status, headers: new Headers(), body } as never)
}

test('a refusal still counts when a full phone cannot store it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await changePhoto(id, (photo) => ({ ...photo, url: undefined }))
  refuse(413, 'too-large')
  const full = new DOMException('full', 'QuotaExceededError')
  vi.spyOn(storage.photos, 'change').mockRejectedValueOnce(full)
  await expect(uploadPhoto(id)).rejects.toMatchObject({ detail: { status: 413 } })
  expect(warn.mock.calls).toEqual([['Refusal of a photo not stored', full]])
  await expect(uploadPhoto(id)).rejects.toMatchObject({ detail: { status: 413 } })
  expect(await readPhoto(id)).toHaveProperty('refusal', 'too-large')
})

test('the stored address of a photo is read, and is empty without one', async () => {
  expect(await readPhotoUrl(id)).toBe(URL_AT_SERVER)
  await changePhoto(id, (photo) => ({ ...photo, url: undefined }))
  expect([await readPhotoUrl(id), await readPhotoUrl(randomId())]).toEqual(['', ''])
})
