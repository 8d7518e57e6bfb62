import { expect, test } from 'vitest'
import { AllEndpointsFailed } from '../../../api/customer-list.ts'
import { ApiFailure } from '../../../api/failure.ts'
import { nextFailure, type AttemptState } from './last-failure.ts'

const error = new ApiFailure('network')
const pending: AttemptState = { data: undefined, error: null, failureReason: null }
const failing: AttemptState = { ...pending, failureReason: error }
const failed: AttemptState = { ...pending, error, failureReason: error }

test('a failed attempt is not final while more follow', () => {
  expect(nextFailure(undefined, failing)).toEqual({ error, isFinal: false, isUnreachable: true })
})

test('after the last attempt the failure stays final while the list is fetched again', () => {
  const last = nextFailure(undefined, failed)
  expect(nextFailure(last, pending)).toBe(last)
  const again = { ...pending, failureReason: new ApiFailure('timeout') }
  expect(nextFailure(last, again)).toMatchObject({ isFinal: true, error: { kind: 'timeout' } })
})

test('a list without a reachable server stays unreachable until an answer comes', () => {
  const unreachable = nextFailure(undefined, failing)
  const refused = new ApiFailure('status', { status: 503 })
  const then = { ...failing, failureReason: refused }
  expect(nextFailure(undefined, then)).toMatchObject({ isUnreachable: false })
  expect(nextFailure(unreachable, then)).toMatchObject({ error: refused, isUnreachable: true })
})

test('a list of several servers is reachable when one of them answers', () => {
  const refused = new ApiFailure('status', { status: 503 })
  const after = (each: ApiFailure[]) =>
    nextFailure(undefined, { ...failing, failureReason: new AllEndpointsFailed(each) })
  expect(after([refused, error])).toMatchObject({ isUnreachable: false })
  expect(after([error, error])).toMatchObject({ isUnreachable: true })
})

test('an answer ends the failure', () => {
  const answered: AttemptState = { ...pending, data: [] }
  expect(nextFailure({ error, isFinal: true, isUnreachable: true }, answered)).toBeUndefined()
})

test('a lost session is no failure of the list', () => {
  const lost = new ApiFailure('status', { status: 401 })
  expect(nextFailure(undefined, { ...failed, error: lost, failureReason: lost })).toBeUndefined()
})
