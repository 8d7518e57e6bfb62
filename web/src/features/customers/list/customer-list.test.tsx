import { beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { page } from 'vitest/browser'
import { newRecord } from '../../../../test/customers.ts'
import { silence, watchGivenUpCalls } from '../../../../test/given-up-calls.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../../test/stand-in-server.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { showScreen } from '../../../../test/show-screen.tsx'
import { pass, standing, stopClock, words } from '../../../../test/stopped-clock.ts'
import { queryClient } from '../../../api/query-client.ts'
import { storeSnapshot } from '../../../state/snapshots.ts'
import { CustomerList } from './customer-list.tsx'

const LIST = 'GET /api/customers'
const HEALTH = 'GET /api/admin-health'
const UNAVAILABLE = 'Server Temporarily Unavailable'
const NO_CONNECTION = 'Connection Error'
const failure = (status: number, statusText = '') => new Response('', { status, statusText })
const button = (name: string) => page.getByRole('button', { name, exact: true })

let server: StandInServer
let warn: MockInstance<typeof console.warn>

beforeEach(() => {
  stopClock()
  warn = vi.spyOn(console, 'warn').mockReturnValue()
  signInRunner()
  server = startStandInServer()
})

const open = () => showScreen(<CustomerList />, '/deliveries')

/** Waits until the panel announces an attempt, and then until the attempt is due. */
async function seeAttempt(attempt: number, waitMs: number) {
  await expect.poll(words, standing).toContain(`attempt ${attempt} of 4`)
  await pass(waitMs - 1)
  expect(server.calls(LIST)).toHaveLength(attempt - 1)
  await pass(1)
  await expect.poll(() => server.calls(LIST), standing).toHaveLength(attempt)
}

test.each([
  [
    'a 500 [R-8.010, R-8.016, R-9.002]',
    {
      answer: failure(500),
      waitMs: 5_000,
      title: UNAVAILABLE,
      sentence: 'Admin portal server error (500). Using fallback data when available.',
      retry: 'Try Again',
      banner:
        'Admin portal temporarily unavailable - Using demo data. Please try refreshing in a few minutes.',
    },
  ],
  [
    "the server's own 503 [R-8.012, R-8.017]",
    {
      answer: failure(503),
      waitMs: 3_000,
      title: UNAVAILABLE,
      sentence: 'Admin portal service unavailable (503). The admin portal may be temporarily down.',
      retry: 'Try Again',
      banner:
        'Service temporarily unavailable - Using demo data. Please try again in a few minutes.',
    },
  ],
  [
    'a 404 [R-8.011, R-8.018]',
    {
      answer: failure(404),
      waitMs: 3_000,
      title: NO_CONNECTION,
      sentence:
        'Admin portal API endpoint not found (404). Please verify the admin portal is running properly.',
      retry: 'Retry Connection',
      banner: 'Service not available - Using demo data. Please try again later.',
    },
  ],
  [
    'another status [R-8.013, R-8.020]',
    {
      answer: failure(502, 'Bad Gateway'),
      waitMs: 3_000,
      title: NO_CONNECTION,
      sentence: 'Admin portal API returned 502: Bad Gateway',
      retry: 'Retry Connection',
      banner: 'Connection error - Using demo data. Please check your connection and try again.',
    },
  ],
  [
    'HTML with status 200 [R-8.020]',
    {
      answer: new Response('<html>Sign in to WiFi</html>'),
      waitMs: 3_000,
      title: NO_CONNECTION,
      sentence: 'Admin portal API returned 200: the reply could not be read',
      retry: 'Retry Connection',
      banner: 'Connection error - Using demo data. Please check your connection and try again.',
    },
  ],
  [
    'no network [R-8.019]',
    {
      answer: noNetwork(),
      waitMs: 3_000,
      title: NO_CONNECTION,
      sentence: 'Unable to connect. Please check your connection.',
      retry: 'Retry Connection',
      banner:
        'Connection failed - Using demo data. Please check your network connection and try again.',
    },
  ],
])(
  'between four attempts the panel shows %s, then demo data shows under its banner [R-2.071, R-2.076, R-8.014, R-9.001]',
  async (_, { answer, waitMs, title, sentence, retry, banner }) => {
    server.answer(LIST, answer)
    await open()
    for (const attempt of [2, 3, 4]) {
      await expect.poll(words, standing).toContain(title)
      expect(words()).toContain(sentence)
      expect(button(retry).element()).toBeEnabled()
      expect(words()).not.toContain('Demo')
      await seeAttempt(attempt, waitMs)
    }
    await expect.poll(words, standing).toContain(banner)
    expect(words()).toContain('Demo: Anjali Reddy')
    expect(words()).not.toContain(sentence)
    expect(button('Try Again').element()).toBeEnabled()
    await pass(30_000)
    expect(server.calls(LIST)).toHaveLength(4)
  },
)

test.each([
  ['Try Again', failure(503)],
  ['Retry Connection', failure(404)],
])('%s fetches at once during the wait between two attempts [R-2.072]', async (name, answer) => {
  server.answer(LIST, answer)
  await open()
  await expect.poll(words, standing).toContain('attempt 2 of 4')
  server.answer(LIST, json([newRecord()]))
  await button(name).click()
  await expect.poll(words, standing).toContain('Katta Manjula')
  expect(server.calls(LIST)).toHaveLength(2)
})

test('without a reachable server the snapshot shows at once under the failure, and a retry starts at once [R-2.072, R-8.014]', async () => {
  await storeSnapshot('customers', JSON.stringify([newRecord({ member_name: 'Saved One' })]))
  server.answer(LIST, noNetwork())
  await open()
  await expect.poll(words, standing).toContain('Saved One')
  expect(words()).toContain(NO_CONNECTION)
  expect(words()).toContain('Unable to connect. Please check your connection.')
  expect(words()).toContain('Customers saved on this phone, as of')
  expect(server.calls(LIST)).toHaveLength(1)
  server.answer(LIST, json([newRecord()]))
  await button('Retry Connection').click()
  await expect.poll(words, standing).toContain('Katta Manjula')
  expect(server.calls(LIST)).toHaveLength(2)
  expect(words()).not.toContain(NO_CONNECTION)
})

test.each([
  ['after a tap', () => button('Try Again').click()],
  ['at the next refresh [R-9.006]', () => pass(60_000)],
])('when the server is back, its list replaces demo data %s', async (_, askAgain) => {
  server.answer(LIST, failure(404))
  await open()
  for (const attempt of [2, 3, 4]) await seeAttempt(attempt, 3_000)
  await expect.poll(words, standing).toContain('Demo: Anjali Reddy')
  server.answer(LIST, json([newRecord()]))
  await askAgain()
  // The cards wait for a frame. Its timer may be due 1 ms after the refresh.
  await expect.poll(words, { interval: 1 }).toContain('Katta Manjula')
  expect(words()).not.toContain('Demo')
})

test('15 s without an answer are a time-out, and no further attempt follows [R-7.004, R-8.015, R-9.003]', async () => {
  const givenUp = watchGivenUpCalls()
  server.answer(LIST, silence)
  await open()
  await pass(14_999)
  await expect.poll(words, standing).toContain('Loading customers...')
  await pass(1)
  await expect
    .poll(words, standing)
    .toContain('Request timeout - Using demo data. Please try refreshing later.')
  expect(givenUp).toEqual([{ call: LIST, afterMs: 15_000 }])
  await pass(30_000)
  expect(server.calls(LIST)).toHaveLength(1)
})

test('the list is fetched again every 60 seconds [R-9.006]', async () => {
  server.answer(LIST, json([newRecord()]))
  await open()
  for (const minute of [1, 2, 3]) {
    await expect.poll(words, standing).toContain('Katta Manjula')
    await pass(59_999)
    expect(server.calls(LIST)).toHaveLength(minute)
    await pass(1)
    await expect.poll(() => server.calls(LIST), standing).toHaveLength(minute + 1)
    // The next 60 seconds begin with the answer.
    await expect.poll(() => queryClient.isFetching(), standing).toBe(0)
  }
})

test('the health of the server is fetched once after the last attempt and only logged [R-7.006]', async () => {
  server.answer(LIST, failure(404))
  server.answer(HEALTH, json({ status: 'out of disk' }))
  await open()
  for (const attempt of [2, 3, 4]) {
    expect(server.calls(HEALTH)).toEqual([])
    await seeAttempt(attempt, 3_000)
  }
  await expect.poll(words, standing).toContain('Demo: Anjali Reddy')
  await expect
    .poll(() => warn.mock.calls.flat(), standing)
    .toContainEqual({
      status: 'out of disk',
    })
  await pass(30_000)
  expect(server.calls(HEALTH)).toHaveLength(1)
  expect(words()).not.toContain('out of disk')
})
