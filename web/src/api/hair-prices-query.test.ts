import { expect, onTestFinished, test } from 'vitest'
import { silence, watchGivenUpCalls } from '../../test/given-up-calls.ts'
import { startStandInServer } from '../../test/stand-in-server.ts'
import { pass, stopClock } from '../../test/stopped-clock.ts'
import { fetchHairPrices } from './hair-prices-query.ts'

// The body is read at once. The browser reads a real body by the real clock.
const serverError = {
  status: 500,
  statusText: '',
  headers: new Headers(),
  text: () => Promise.resolve(''),
} as Response

const OPENED_AT = new Date('2026-11-21T10:00:00+05:30')
const sinceOpened = () => Date.now() - OPENED_AT.getTime()

/**
 * A server that answers each attempt with 500 after the given time. An attempt that is not listed gets no answer.
 * @returns when each attempt reached the server, in ms
 */
function failingServer(...failAfterMs: readonly number[]): number[] {
  const attempts: number[] = []
  stopClock(OPENED_AT)
  startStandInServer().answer('GET /api/hair-pricing', () => {
    const failAfter = failAfterMs[attempts.length]
    attempts.push(sinceOpened())
    if (failAfter === undefined) return silence()
    return new Promise((resolve) => setTimeout(resolve, failAfter, serverError))
  })
  watchGivenUpCalls()
  return attempts
}

/** Requests the prices and advances the clock by a minute. @returns the failure and its time in ms */
async function outcomeOfAMinute() {
  const failure = fetchHairPrices(new AbortController().signal).catch((error: unknown) => ({
    error,
    after: sinceOpened(),
  }))
  await pass(60_000)
  return failure
}

test('hair prices are requested three times, 200 ms and then 400 ms apart [R-7.017]', async () => {
  const attempts = failingServer(100, 100, 100)
  expect(await outcomeOfAMinute()).toMatchObject({ error: { kind: 'status' }, after: 900 })
  expect(attempts).toEqual([0, 300, 800])
})

test('an attempt without an answer ends after 10 s and is the last [R-7.016]', async () => {
  const attempts = failingServer()
  expect(await outcomeOfAMinute()).toMatchObject({ error: { kind: 'timeout' }, after: 10_000 })
  expect(attempts).toEqual([0])
})

test('all attempts and the waits between them take at most 10 s together [R-7.016]', async () => {
  const attempts = failingServer(4_000, 4_000)
  expect(await outcomeOfAMinute()).toMatchObject({ error: { kind: 'timeout' }, after: 10_000 })
  expect(attempts).toEqual([0, 4_200, 8_600])
})

test('no attempt starts after the 10 s [R-7.016]', async () => {
  const attempts = failingServer(9_850)
  expect(await outcomeOfAMinute()).toMatchObject({ error: { kind: 'status' }, after: 9_850 })
  expect(attempts).toEqual([0])
})

test.each([
  [3, [0, 3_100, 6_200]],
  [60, [0]],
])('after a 429 no attempt starts within the %i s of Retry-After', async (seconds, expected) => {
  const attempts = failingServer(100, 100, 100)
  Object.assign(serverError, { status: 429 })
  serverError.headers.set('retry-after', String(seconds))
  onTestFinished(() => {
    Object.assign(serverError, { status: 500 })
    serverError.headers.delete('retry-after')
  })
  expect(await outcomeOfAMinute()).toMatchObject({ error: { kind: 'status' } })
  expect(attempts).toEqual(expected)
})
