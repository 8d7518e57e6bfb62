import { api } from '@veni/domain/api'
import { pingReplySchema } from '@veni/domain/api/health'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInRunner } from '../../test/runner.ts'
import { startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { stopClock } from '../../test/stopped-clock.ts'
import { callApi, callThirdParty } from '../api/client.ts'
import { clockOffset } from './clock-offset.ts'

const NOW = Date.parse('2026-11-21T04:00:00Z')

let server: StandInServer

beforeEach(() => {
  signInRunner()
  clockOffset.set(undefined)
  stopClock(new Date(NOW))
  server = startStandInServer()
})
afterEach(() => {
  clockOffset.set(undefined)
  localStorage.removeItem('clockOffset')
})

/** A reply of a server whose clock is ahead of the phone's by so many ms. */
function replyAt(
  ahead: number,
  { body = { status: 'ok' } as unknown, status = 200, headers = {} } = {},
): Response {
  const date = new Date(Date.now() + ahead).toUTCString()
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { date, ...headers },
  })
}

const ping = () => callApi(api.ping, { accepts: pingReplySchema, timeoutMs: 60_000 })
const pingAnswered = async (reply: Response) => {
  server.answer('GET /api/ping', reply)
  await ping().catch(() => undefined)
  return clockOffset.get()
}

test.each([
  ['right', 0],
  ['forty years behind', 40 * 365 * 86_400],
  ['an hour ahead', -3_600],
])('a clock that is %s is measured with a reply of the server [R-8.081]', async (_, seconds) => {
  const offset = await pingAnswered(replyAt(seconds * 1_000))
  // `Date` is cut to whole seconds.
  expect(offset).toBeGreaterThanOrEqual(seconds)
  expect(offset).toBeLessThanOrEqual(seconds + 1)
})

test('half of the round trip is taken into account [R-8.081]', async () => {
  server.answer('GET /api/ping', () => {
    vi.setSystemTime(NOW + 20_000)
    const reply = replyAt(100_000)
    vi.setSystemTime(NOW + 40_000)
    return reply
  })
  await ping()
  expect(clockOffset.get()).toBe(101)
})

test('a refusal of our server counts, and the reply of a write that a cache could have [R-8.081]', async () => {
  const body = { error: { code: 'unavailable', message: '', fields: [] } }
  expect(await pingAnswered(replyAt(700_000, { status: 503, body }))).toBe(701)
  server.answer(
    'POST /api/orders',
    replyAt(800_000, { body: { id: 1 }, headers: { 'last-modified': new Date(0).toUTCString() } }),
  )
  await callApi(api.createOrder, { accepts: v.unknown(), timeoutMs: 60_000 })
  expect(clockOffset.get()).toBe(801)
})

test('a reply that says that no cache stores it counts [R-8.081]', async () => {
  const headers = { 'cache-control': 'private, no-store', expires: '0' }
  expect(await pingAnswered(replyAt(700_000, { headers }))).toBe(701)
})

test.each([
  ['with an age', { headers: { age: '90' } }],
  ['with a lifetime', { headers: { 'cache-control': 'max-age=60' } }],
  ['with an end', { headers: { expires: new Date(NOW).toUTCString() } }],
  ['with a last change', { headers: { 'last-modified': new Date(NOW).toUTCString() } }],
  ['of a captive portal', { body: '<!doctype html><title>WiFi</title>' }],
  ['of a proxy without the server', { status: 502, body: 'Bad gateway' }],
  ['without a time', { headers: { date: 'today' } }],
  ['of the year 100000', { headers: { date: 'Sat, 01 Jan 100000 00:00:00 GMT' } }],
])('a reply %s does not count [R-8.081]', async (_, reply) => {
  expect(await pingAnswered(replyAt(700_000, reply))).toBeUndefined()
})

test('a reply of a third party does not count [R-8.081]', async () => {
  server.answer('GET /reverse', replyAt(700_000, { body: { display_name: 'Kothapalli' } }))
  const url = 'https://places.example/reverse'
  await callThirdParty(url, { accepts: v.unknown(), timeoutMs: 60_000 })
  expect(clockOffset.get()).toBeUndefined()
})

test('the last offset is there at the next start, and one of a broken storage is not [R-8.081]', async () => {
  const offsetAtNextStart = async () => {
    const address = `./clock-offset.ts?again=${crypto.randomUUID()}`
    const again = (await import(/* @vite-ignore */ address)) as { clockOffset: typeof clockOffset }
    return again.clockOffset.get()
  }
  await pingAnswered(replyAt(700_000))
  await pingAnswered(replyAt(900_000))
  expect(await offsetAtNextStart()).toBe(901)
  // A second more or less is the same offset.
  expect(await pingAnswered(replyAt(899_000))).toBe(901)
  for (const text of ['x', '9999999999999']) {
    localStorage.setItem('clockOffset', text)
    expect(await offsetAtNextStart()).toBeUndefined()
  }
})
