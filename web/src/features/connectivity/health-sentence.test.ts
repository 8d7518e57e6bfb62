import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/failure.ts'
import { translate } from '../../i18n/translate.ts'
import { healthSentence } from './connection-status.tsx'

test.each([
  [new ApiFailure('timeout'), 'Server health check timeout. The server may be slow to respond.'],
  [
    new ApiFailure('network'),
    'Network connectivity issue. Please check your internet connection and try again.',
  ],
  [new ApiFailure('status', { status: 502 }), 'Server health check failed with status 502'],
  [new Error('odd'), 'Server connectivity issue: odd'],
])('%s reads as specified', (error, sentence) => {
  expect(healthSentence(error, translate)).toBe(sentence)
})
