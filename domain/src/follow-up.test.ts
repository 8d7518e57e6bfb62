import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
    ['', false],
  ])('%j exists: %s', (text, expected) => {
    expect(isCalendarDay(text)).toBe(expected)
  })

  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([
    ['Asia/Kolkata', '2026-11-21T18:29:59.999Z', '2026-11-21'],
    ['Asia/Kolkata', '2026-11-21T18:30:00.000Z', '2026-11-22'],
    ['Asia/Kolkata', '2026-12-31T18:30:00.000Z', '2027-01-01'],
    ['America/New_York', '2026-11-22T04:59:59.999Z', '2026-11-21'],
    ['America/New_York', '2026-11-22T05:00:00.000Z', '2026-11-22'],
    ['America/New_York', '2026-07-01T03:59:59.999Z', '2026-06-30'],
    ['Pacific/Kiritimati', '2028-02-28T10:00:00.000Z', '2028-02-29'],
    ['UTC', '2026-01-05T00:00:00.000Z', '2026-01-05'],
  ])('follows the time zone of the phone: in %s at %s it is %s [R-9.033]', (zone, instant, day) => {
    vi.stubEnv('TZ', zone)
    expect(toCalendarDay(new Date(instant))).toBe(day)
  })
})
