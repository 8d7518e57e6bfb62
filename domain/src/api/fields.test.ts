import { expect, test } from 'vitest'
import { isInstant } from './fields.ts'

test.each([
  ['1970-01-01T00:00:00.000Z', true],
  ['1969-12-31T23:59:59.999Z', false],
  ['9999-12-31T23:59:59.999Z', true],
  ['9999-12-31T23:59:59.999-00:01', false],
  ['tomorrow', false],
])('%j is a time from 1970 to 9999: %s', (text, expected) => {
  expect(isInstant(text)).toBe(expected)
})
