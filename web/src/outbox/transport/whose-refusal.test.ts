import { expect, test } from 'vitest'
import { configureApp } from '../../../test/app-config.ts'
import { signInAtPlainPortal, signInRunner } from '../../../test/runner.ts'
import { ApiFailure } from '../../api/failure.ts'
import { LostPhoto, UnreadableRow } from '../../storage/storage-problem.ts'
import {
  hasEpochEnded,
  isFromIntermediary,
  isPhotoRefused,
  isRefusal,
  isUploadFailure,
  toBadReply,
  toHostFailure,
} from './refusals.ts'

type Code = 'bad-request' | 'epoch-ended' | 'wrong-type'

const status = (number: number, code?: Code) =>
  new ApiFailure('status', { status: number, ...(code && { code }) })

test('a lost photo is refused, and work that was sent to a restored database is not', () => {
  expect(isRefusal(new LostPhoto())).toBe(true)
  expect(isRefusal(status(409, 'epoch-ended'))).toBe(false)
  expect(isRefusal(status(499))).toBe(true)
  expect(isRefusal(status(399))).toBe(false)
})

test('only the code of our server says that the phone must compare first', () => {
  expect(hasEpochEnded(status(409, 'epoch-ended'))).toBe(true)
  expect(hasEpochEnded(status(409))).toBe(false)
  expect(hasEpochEnded(new ApiFailure('bad-reply', { code: 'epoch-ended' }))).toBe(false)
  expect(hasEpochEnded(new UnreadableRow('photos'))).toBe(false)
})

test.each([
  [400, undefined, true],
  [403, undefined, true],
  [404, undefined, true],
  [499, undefined, true],
  [501, undefined, true],
  [399, undefined, false],
  // It may come from our server as well, and is temporary.
  [500, undefined, false],
  // Our server or an intermediary may have ended the session, or may refuse the size.
  [401, undefined, false],
  [413, undefined, false],
  [400, 'bad-request', false],
] as const)('a %i with the code %s comes from an intermediary: %s', (number, code, isFrom) => {
  signInRunner()
  expect(isFromIntermediary(status(number, code))).toBe(isFrom)
  signInAtPlainPortal()
  expect(isFromIntermediary(status(number, code))).toBe(false)
})

test('a call without an answer, and a bug, do not come from an intermediary', () => {
  signInRunner()
  expect(isFromIntermediary(new ApiFailure('network'))).toBe(false)
  expect(isFromIntermediary(new TypeError('a bug'))).toBe(false)
})

test.each([400, 413, 415, 422])(
  'our server refuses a photo with %i and a code, an image host without one',
  async (number) => {
    expect(isPhotoRefused(status(number, 'wrong-type'))).toBe(true)
    expect(isPhotoRefused(status(number))).toBe(false)
    await configureApp({ imageHostUrl: 'https://images.example/upload' })
    expect(isPhotoRefused(status(number))).toBe(true)
  },
)

test('an answer of an image host other than a refusal of the photo is temporary', async () => {
  expect(isPhotoRefused(status(404, 'bad-request'))).toBe(false)
  expect(isPhotoRefused(new ApiFailure('network'))).toBe(false)
  await configureApp({ imageHostUrl: 'https://images.example/upload' })
  expect(toHostFailure(status(404))).toMatchObject({ kind: 'bad-reply' })
  for (const other of [status(415), new ApiFailure('network'), new TypeError('a bug')])
    expect(toHostFailure(other)).toBe(other)
})

test('a reply that counts for nothing still says how long the phone must wait', () => {
  const busy = new ApiFailure('status', { status: 503, retryAfterMs: 7_000 })
  expect(toBadReply(busy)).toMatchObject({ kind: 'bad-reply', detail: { retryAfterMs: 7_000 } })
  expect(toBadReply(status(404)).detail).toEqual({})
})

test.each([
  [401, undefined, true],
  [413, undefined, true],
  [429, undefined, true],
  [500, undefined, true],
  [503, undefined, true],
  [415, 'wrong-type', true],
  [415, undefined, false],
  [409, undefined, false],
  [409, 'bad-request', false],
  [499, undefined, false],
] as const)(
  'a %i of an upload with the code %s comes from the session, the server or the photo: %s',
  (number, code, is) => {
    expect(isUploadFailure(number, code)).toBe(is)
  },
)
