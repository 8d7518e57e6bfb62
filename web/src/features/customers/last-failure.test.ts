import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/failure.ts'
import { nextFailure, type AttemptState } from './last-failure.ts'

const error = new ApiFailure('network')
const pending: AttemptState = { data: undefined, error: null, failureReason: null }
const failing: AttemptState = { ...pending, failureReason: error }
const failed: AttemptState = { ...pending, error, failureReason: error }

test('a failed attempt is not final while more follow', () => {
  expect(nextFailure(undefined, failing)).toEqual({ error, isFinal: false, isOffline: false })
})

test('after the last attempt the failure stays final while the list is asked for again', () => {
  const last = nextFailure(undefined, failed)
  expect(nextFailure(last, pending)).toBe(last)
  const again = { ...pending, failureReason: new ApiFailure('timeout') }
  expect(nextFailure(last, again)).toMatchObject({ isFinal: true, error: { kind: 'timeout' } })
})

test('that there was no network is remembered until an answer comes', () => {
  const offline = nextFailure(undefined, failing, false)
  expect(offline).toEqual({ error, isFinal: false, isOffline: true })
  expect(nextFailure(offline, failed, true)).toEqual({ error, isFinal: true, isOffline: true })
})

test('an answer ends it', () => {
  const answered: AttemptState = { ...pending, data: [] }
  expect(nextFailure({ error, isFinal: true, isOffline: true }, answered)).toBeUndefined()
})

test('a lost session is no failure of the list', () => {
  const lost = new ApiFailure('status', { status: 401 })
  expect(nextFailure(undefined, { ...failed, error: lost, failureReason: lost })).toBeUndefined()
})
