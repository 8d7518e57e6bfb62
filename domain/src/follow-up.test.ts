import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCalendarDay, toFollowUp, isCalendarDay, isDue } from './follow-up.ts'

const overdue = (days: number) => ({ kind: 'overdue', days })
const later = (date: string) => ({ kind: 'later', date })

describe('a follow-up', () => {
  it.each([
    ['2026-11-21', '2026-11-21', { kind: 'today' }],
    ['2026-11-20', '2026-11-21', overdue(1)],
    ['2026-11-22', '2026-11-21', later('2026-11-22')],
    ['2026-10-31', '2026-11-01', overdue(1)],
    ['2026-11-01', '2026-10-31', later('2026-11-01')],
    ['2025-12-31', '2026-01-01', overdue(1)],
    ['2026-01-01', '2025-12-31', later('2026-01-01')],
    ['2024-02-28', '2024-03-01', overdue(2)],
    ['2026-02-28', '2026-03-01', overdue(1)],
    ['2025-11-21', '2026-11-21', overdue(365)],
    ['2023-11-21', '2024-11-21', overdue(366)],
  ])('on %s, seen on %s, is %j', (date, today, expected) => {
    expect(toFollowUp(date, today)).toEqual(expected)
  })

  it.each(['', 'soon', '2026-02-30', '2026-13-01', '2026-11-21T00:00:00', '+002026-11-21'])(
    'is undefined for %j',
    (date) => {
      expect(toFollowUp(date, '2026-11-21')).toBeUndefined()
    },
  )

  it.each([
    ['2026-11-20', true],
    ['2026-11-21', true],
    ['2026-11-22', false],
    ['', false],
    ['soon', false],
  ])('of %j is due: %s', (date, expected) => {
    expect(isDue(date, '2026-11-21')).toBe(expected)
  })

  it('is overdue by whole days in every month and year', () => {
    const start = Date.UTC(2020, 0, 1)
    const day = (offset: number) => new Date(start + offset * 86_400_000).toISOString().slice(0, 10)
    const offset = fc.integer({ min: 0, max: 4_000 })
    fc.assert(
      fc.property(offset, fc.integer({ min: 1, max: 1_000 }), (from, days) => {
        expect(toFollowUp(day(from), day(from + days))).toEqual(overdue(days))
        expect(toFollowUp(day(from + days), day(from))).toEqual(later(day(from + days)))
      }),
    )
  })
})

describe('a calendar day', () => {
  it.each([
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-04-31', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['0000-01-01', false],
    ['-000001-01-01', false],
    ['+010000-01-01', false],
    ['', false],
  ])('%j exists: %s', (text, expected) => {
    expect(isCalendarDay(text)).toBe(expected)
  })

  it.each([
    [new Date(2026, 0, 5), '2026-01-05'],
    [new Date(2026, 8, 9, 23, 59, 59, 999), '2026-09-09'],
    [new Date(2027, 11, 31, 23, 59, 59, 999), '2027-12-31'],
  ])('has a month and a day of two digits: %s is %s', (instant, day) => {
    expect(toCalendarDay(instant)).toBe(day)
  })
})
