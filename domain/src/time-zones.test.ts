import { afterEach, describe, expect, it, vi } from 'vitest'
import { toCalendarDay } from './follow-up.ts'

describe('a calendar day', () => {
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
