import { expect, test } from 'vitest'
import { formatClock, formatDateTime, formatDay } from './format-date.ts'

// The tests' browser is in Kolkata.
test('a day reads as the specification shows it, and is the same in every time zone', () => {
  expect(formatDay('2024-02-15', 'en')).toBe('15 Feb 2024')
  expect(formatDay('2024-02-15', 'te')).toMatch(/^15 [\p{Script=Telugu}.]+ 2024$/u)
})

test('times are those of the place where the phone is', () => {
  expect(formatClock(Date.UTC(2026, 10, 21, 3, 35), 'en')).toBe('9:05\u00A0am')
  expect(formatDateTime('2026-11-20T20:00:00Z', 'en')).toBe('21 Nov 2026, 1:30\u00A0am')
  expect(formatDateTime('2026-11-20T20:00:00Z', 'te')).toMatch(/^21 నవం\.? 2026, 1:30\u00A0AM$/u)
})

test.each(['', 'soon', '2024-13-40'])('%o is no date', (text) => {
  expect(formatDay(text, 'en')).toBe('')
  expect(formatDateTime(text, 'en')).toBe('')
})
