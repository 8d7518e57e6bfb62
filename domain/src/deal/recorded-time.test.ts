import { expect, test } from 'vitest'
import { readTime } from './recorded-time.ts'

test.each([
  ['2026-11-21T10:00:00Z', Date.UTC(2026, 10, 21, 10)],
  // The delivery date of an order is free text.
  ['Sat, 21 Nov 2026 10:00:00 GMT', Date.UTC(2026, 10, 21, 10)],
  ['2026-02-30T10:00:00Z', Number.NaN],
  ['tomorrow', Number.NaN],
])('the time %j is read as %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})
