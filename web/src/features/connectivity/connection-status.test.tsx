import { beforeEach, expect, test, vi } from 'vitest'
import { healthQuery } from '../../api/health.ts'
import { queryClient } from '../../api/query-client.ts'
import { silence, watchGivenUpCalls } from '../../../test/given-up-calls.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { showScreen } from '../../../test/show-screen.tsx'
import { pass, standing, stopClock, words } from '../../../test/stopped-clock.ts'
import { ConnectionStatus } from './connection-status.tsx'

const PING = 'GET /api/ping'

let server: StandInServer

beforeEach(() => {
  stopClock()
  server = startStandInServer()
})

const open = () => showScreen(<ConnectionStatus />, '/deliveries')

test('a JSON answer to the ping shows Connected [R-2.052, R-7.001]', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  server.answer(PING, json({ status: 'ok' }))
  await open()
  await expect.poll(words, standing).toBe('Connected')
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/ping')
  expect(new Headers(init?.headers).get('accept')).toBe('application/json')
})

test('the status is Checking... until the first answer, and Disconnected after 5 s without one [R-2.051, R-7.002, R-8.001]', async () => {
  const givenUp = watchGivenUpCalls()
  server.answer(PING, silence)
  await open()
  await pass(4_999)
  await expect.poll(words, standing).toBe('Checking...')
  await pass(1)
  await expect
    .poll(words, standing)
    .toBe('DisconnectedServer health check timeout. The server may be slow to respond.')
  expect(givenUp).toEqual([{ call: PING, afterMs: 5_000 }])
})

test.each([
  [
    'no network [R-8.002]',
    noNetwork(),
    'Network connectivity issue. Please check your internet connection and try again.',
  ],
  ['anything thrown [R-8.003]', new Error('odd'), 'Server connectivity issue: odd'],
  [
    'a page of HTML [R-7.001]',
    new Response('<html>Sign in to WiFi</html>'),
    'Server connectivity issue: the reply could not be read',
  ],
  [
    'another status [R-8.004]',
    new Response('', { status: 502 }),
    'Server health check failed with status 502',
  ],
])(
  'after %s the status is Disconnected, with the reason [R-2.053]',
  async (_, answer, sentence) => {
    server.answer(PING, answer)
    await open()
    await expect.poll(words, standing).toBe(`Disconnected${sentence}`)
  },
)

test('a server that is back shows Connected within a minute', async () => {
  server.answer(PING, noNetwork())
  await open()
  await expect.poll(words, standing).toContain('Disconnected')
  server.answer(PING, json({ status: 'ok' }))
  await pass(60_000)
  await expect.poll(words, standing).toBe('Connected')
})

test('the status is Disconnected while the list reaches no server, even if the ping was answered', async () => {
  server.answer(PING, json({ status: 'ok' }))
  server.answer('GET /api/customers', noNetwork())
  await open()
  await expect.poll(() => queryClient.getQueryData(healthQuery().queryKey), standing).toBeDefined()
  await expect.poll(words, standing).toBe('Disconnected')
})
