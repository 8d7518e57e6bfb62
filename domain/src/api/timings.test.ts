import { LOCATION_OPTIONS } from '../location.ts'
import { describe, expect, it } from 'vitest'
import { callTimings, CUSTOMERS_REFRESH_MS, findRetryDelayMs } from './timings.ts'

const noAnswer = { timedOut: false, status: undefined }
const timeout = { timedOut: true, status: undefined }
const answered = (status: number) => ({ timedOut: false, status })

describe('the wait before the app requests the customer list again [R-9.001, R-9.002, R-9.003]', () => {
  it.each([
    ['the first failure', 1, noAnswer, 3_000],
    ['the second failure', 2, answered(503), 3_000],
    ['the third failure', 3, answered(404), 3_000],
    ['the fourth failure', 4, noAnswer, undefined],
    ['a 500', 1, answered(500), 5_000],
    ['a 500 at the end', 4, answered(500), undefined],
    ['a timeout', 1, timeout, undefined],
  ])('after %s', (_, failures, last, expected) => {
    expect(findRetryDelayMs(callTimings.customers, failures, last)).toBe(expected)
  })
})

describe('the wait before the app requests a customer again [R-8.035, R-8.036]', () => {
  it.each([
    ['a 500', 1, answered(500), 3_000],
    ['the third failure', 3, noAnswer, 3_000],
    ['the fourth failure', 4, noAnswer, undefined],
    ['a timeout', 2, timeout, undefined],
  ])('after %s', (_, failures, last, expected) => {
    expect(findRetryDelayMs(callTimings.customer, failures, last)).toBe(expected)
  })
})

describe('hair prices', () => {
  it('are requested three times, with waits of 200 ms and 400 ms', () => {
    const waits = [1, 2, 3].map((failures) =>
      findRetryDelayMs(callTimings.hairPricing, failures, noAnswer),
    )
    expect(waits).toEqual([200, 400, undefined])
  })
})

describe('writes', () => {
  it.each(['updateCustomer', 'createOrder', 'updateOrder'] as const)(
    '%s is not repeated by the contract',
    (name) => {
      expect(findRetryDelayMs(callTimings[name], 1, answered(500))).toBeUndefined()
    },
  )
})

describe('the time limits', () => {
  it('have the specified values', () => {
    const limits = Object.fromEntries(
      Object.entries(callTimings).map(([name, timing]) => [name, timing.timeoutMs]),
    )
    expect(limits).toEqual({
      ping: 5_000,
      customers: 15_000,
      customer: 15_000,
      updateCustomer: 10_000,
      products: 15_000,
      createOrder: 15_000,
      updateOrder: 10_000,
      hairPricing: 10_000,
    })
    expect(callTimings.hairPricing.timeoutCovers).toBe('all-attempts')
    expect(CUSTOMERS_REFRESH_MS).toBe(60_000)
    expect(LOCATION_OPTIONS).toEqual({
      enableHighAccuracy: true,
      timeout: 10_000,
      maximumAge: 60_000,
    })
  })
})
