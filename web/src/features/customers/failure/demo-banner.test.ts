import { expect, test } from 'vitest'
import { AllEndpointsFailed } from '../../../api/customer-list.ts'
import { ApiFailure } from '../../../api/failure.ts'
import { demoBannerKey } from './demo-banner.ts'

const status = (code: number) => new ApiFailure('status', { status: code })

test.each([
  ['a timeout', new ApiFailure('timeout'), 'demo.timeout'],
  ['a 500', status(500), 'demo.500'],
  ["the server's own 503", status(503), 'demo.503'],
  ['a 404', status(404), 'demo.404'],
  ['no network', new ApiFailure('network'), 'demo.network'],
  ['another status', status(502), 'demo.other'],
  ['a 200 that is not a list', new ApiFailure('bad-reply', { status: 200 }), 'demo.other'],
  ['a fault of the app', new Error('bug'), 'demo.other'],
  ['every mirror failing', new AllEndpointsFailed([status(500)]), 'demo.allEndpoints'],
])('%s has the banner %3$s', (_, failure, key) => {
  expect(demoBannerKey(failure)).toBe(key)
})
