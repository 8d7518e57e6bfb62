import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { currentToast, dismissToast, showToast } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

function isOpenAfter(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds)
  return currentToast.get()?.open ?? false
}

test('a toast is shown for 4 s', () => {
  showToast({ message: 'Saved' })
  expect(isOpenAfter(3_999)).toBe(true)
  expect(isOpenAfter(1)).toBe(false)
})

test('an error is shown longer', () => {
  showToast({ message: 'Failed', tone: 'error' })
  expect(isOpenAfter(9_999)).toBe(true)
  expect(isOpenAfter(1)).toBe(false)
})

test('the caller can set the duration', () => {
  showToast({ message: 'Saved', durationMs: 100 })
  expect(isOpenAfter(100)).toBe(false)
})

test('a newer toast is shown for its full duration', () => {
  showToast({ message: 'First' })
  vi.advanceTimersByTime(3_000)
  showToast({ message: 'Second' })
  expect(isOpenAfter(3_999)).toBe(true)
  expect(currentToast.get()?.message).toBe('Second')
})

test('a dismissed toast is removed after 1,000,000 ms [R-9.041]', () => {
  showToast({ message: 'Saved' })
  dismissToast()
  vi.advanceTimersByTime(999_999)
  expect(currentToast.get()).toMatchObject({ message: 'Saved', open: false })
  vi.advanceTimersByTime(1)
  expect(currentToast.get()).toBeNull()
})
