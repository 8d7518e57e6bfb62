import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { owner, startSession } from '../state/session.ts'
import { readSnapshot, storeSnapshot } from '../state/snapshots.ts'
import { readSnapshotInstead, storeAnswer } from './answer-snapshot.ts'
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

test("an answer is stored for the runner to whom it was given, and is no other runner's", async () => {
  const first = owner()
  storeAnswer('hair-prices', '["new"]')
  startSession('9000000002', { id: '2', name: 'Lakshmi' })
  // Whatever is stored now is stored after it.
  for (let writes = 0; writes < 3; writes += 1) await storeSnapshot('products', '[]')
  expect(await readSnapshot('hair-prices', texts)).toBeUndefined()
  startSession(first, { id: '1', name: 'Ravi' })
  storeAnswer('hair-prices', '["newer"]')
  await expect
    .poll(async () => (await readSnapshot('hair-prices', texts))?.value)
    .toEqual(['newer'])
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
