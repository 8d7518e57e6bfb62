import { describe, expect, test } from 'vitest'
import { formatClock, formatDateTime, formatDay } from './format-date.ts'

// The tests' browser is in Kolkata.
test('a day has the format of the specification and is the same in every time zone', () => {
  expect(formatDay('2024-02-15', 'en')).toBe('15 Feb 2024')
  expect(formatDay('2024-02-15', 'te')).toMatch(/^15 [\p{Script=Telugu}.]+ 2024$/u)
})

test('times are in the time zone of the phone', () => {
  expect(formatClock(Date.UTC(2026, 10, 21, 3, 35), 'en')).toBe('9:05\u00A0am')
  expect(formatDateTime('2026-11-20T20:00:00Z', 'en')).toBe('21 Nov 2026, 1:30\u00A0am')
  expect(formatDateTime('2026-11-20T20:00:00Z', 'te')).toMatch(/^21 నవం\.? 2026, 1:30\u00A0AM$/u)
})

test.each(['', 'soon', '2024-13-40'])('%o is not a date', (text) => {
  expect(formatDay(text, 'en')).toBe('')
  expect(formatDateTime(text, 'en')).toBe('')
})

const tags = { en: 'en-IN', te: 'te-IN' } as const

/** The format of the browser itself, in our order: without a comma after the day, and with Latin digits. */
function spoken(date: Date, language: 'en' | 'te', options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tags[language], { ...options, numberingSystem: 'latn' })
    .formatToParts(date)
    .map(({ type, value }) => (type === 'literal' ? value.replace(/[\s,]+/u, ' ') : value))
    .join('')
}

describe.each(['en', 'te'] as const)('in %s: the format of the browser', (language) => {
  test('each month', () => {
    for (let month = 0; month < 12; month++) {
      const date = new Date(Date.UTC(2026, month, 7))
      expect(formatDay(date.toISOString().slice(0, 10), language)).toBe(
        spoken(date, language, {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          timeZone: 'UTC',
        }),
      )
    }
  })

  test('each hour', () => {
    for (let hour = 0; hour < 24; hour++) {
      const date = new Date(2026, 10, 21, hour, hour * 2)
      expect(formatClock(date.getTime(), language).replace('\u00A0', ' ')).toBe(
        spoken(date, language, { hour: 'numeric', minute: '2-digit' }),
      )
    }
  })
})
