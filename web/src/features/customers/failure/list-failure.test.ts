import { expect, test } from 'vitest'
import { ApiFailure } from '../../../api/failure.ts'
import { translate } from '../../../i18n/translate.ts'
import { isServerUnavailable, listFailureSentence } from './list-failure.ts'

const status = (code: number, statusText = '') =>
  new ApiFailure('status', { status: code, statusText })

test.each([
  [status(500), 'Admin portal server error (500). Using fallback data when available.', true],
  [
    status(404),
    'Admin portal API endpoint not found (404). Please verify the admin portal is running properly.',
    false,
  ],
  [
    status(503),
    'Admin portal service unavailable (503). The admin portal may be temporarily down.',
    true,
  ],
  [status(502, 'Bad Gateway'), 'Admin portal API returned 502: Bad Gateway', false],
  [status(530, 'Unavailable'), 'Admin portal API returned 530: Unavailable', true],
  [new ApiFailure('network'), 'Unable to connect. Please check your connection.', false],
  [new ApiFailure('timeout'), 'Server is taking too long to respond. Please try again.', false],
])('%s reads as specified, and its title follows its words', (failure, sentence, isServer) => {
  expect(listFailureSentence(failure, translate)).toBe(sentence)
  expect(isServerUnavailable(failure)).toBe(isServer)
})
