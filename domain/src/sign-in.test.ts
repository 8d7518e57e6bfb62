import { describe, expect, it } from 'vitest'
import { formatCountdown } from './sign-in.ts'

describe('the countdown', () => {
  it.each([
    [120, '02:00'],
    [119.9, '01:59'],
    [60, '01:00'],
    [59, '00:59'],
    [9, '00:09'],
    [0, '00:00'],
    [-1, '00:00'],
  ])('shows %s seconds as %s [R-2.031]', (seconds, text) => {
    expect(formatCountdown(seconds)).toBe(text)
  })
})
