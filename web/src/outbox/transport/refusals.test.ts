import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/failure.ts'
import { UnreadableRow } from '../../storage/storage-problem.ts'
import { isRefusal, isTemporary } from './refusals.ts'

const status = (number: number, code?: 'bad-request' | 'conflict' | 'in-progress') =>
  new ApiFailure('status', { status: number, code })

test.each([
  [status(400, 'bad-request'), 'refused'],
  [status(403), 'refused'],
  [status(404), 'refused'],
  [status(409, 'conflict'), 'refused'],
  [status(409, 'in-progress'), 'temporary'],
  [status(413), 'refused'],
  [status(422), 'refused'],
  // The server or an intermediary asks for a later attempt.
  [status(408), 'temporary'],
  [status(425), 'temporary'],
  [status(429), 'temporary'],
  [status(500), 'temporary'],
  [status(501), 'temporary'],
  [status(503), 'temporary'],
  [new ApiFailure('network'), 'temporary'],
  [new ApiFailure('timeout'), 'temporary'],
  [new ApiFailure('bad-reply'), 'temporary'],
] as const)('%o is %s', (failure, end) => {
  expect([isRefusal(failure), isTemporary(failure)]).toEqual(
    end === 'refused' ? [true, false] : [false, true],
  )
})

test('the 401 of an ended session is temporary, and so is a row that cannot be read', () => {
  expect(isTemporary(status(401))).toBe(true)
  expect(isRefusal(new UnreadableRow('photos'))).toBe(false)
})
