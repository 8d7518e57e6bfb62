import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { storeSnapshot } from '../state/snapshots.ts'
import { readSnapshotInstead } from './answer-snapshot.ts'
import { ApiFailure } from './failure.ts'

const texts = v.array(v.string())
const readInsteadOf = (failure: unknown) =>
  readSnapshotInstead(failure, 'hair-prices', texts).then(
    ({ value }) => value,
    (error: unknown) => error,
  )

beforeEach(async () => {
  signInRunner()
  await storeSnapshot('hair-prices', '["stored"]')
})

test.each([
  new ApiFailure('network'),
  new ApiFailure('timeout'),
  new ApiFailure('status', { status: 503 }),
])('a call that failed is answered from the phone: %s', async (failure) => {
  expect(await readInsteadOf(failure)).toEqual(['stored'])
})

test.each([
  new ApiFailure('status', { status: 401, code: 'sign-in-required' }),
  new RangeError('a bug'),
])('a lost session and a bug are not hidden by what the phone has: %s', async (failure) => {
  expect(await readInsteadOf(failure)).toBe(failure)
})
