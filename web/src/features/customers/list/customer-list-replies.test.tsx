import { beforeEach, expect, test, vi } from 'vitest'
import { configureApp } from '../../../../test/app-config.ts'
import { newRecord } from '../../../../test/customers.ts'
import { json, startStandInServer, type StandInServer } from '../../../../test/stand-in-server.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { showScreen } from '../../../../test/show-screen.tsx'
import { pass, standing, stopClock, words } from '../../../../test/stopped-clock.ts'
import { CustomerList } from './customer-list.tsx'

const LIST = 'GET /api/customers'
const failure = (status: number) => new Response('', { status })

let server: StandInServer

beforeEach(() => {
  stopClock()
  vi.spyOn(console, 'warn').mockReturnValue()
  signInRunner()
  server = startStandInServer()
})

const open = () => showScreen(<CustomerList />, '/deliveries')

test('each attempt calls several servers one after the other, and their failure has its own banner [R-8.021]', async () => {
  await configureApp({ apiMirrors: ['https://second.test', 'https://third.test'] })
  const fetched = vi.spyOn(window, 'fetch')
  server.answer(LIST, failure(500))
  await open()
  for (const attempt of [1, 2, 3]) {
    await expect.poll(words, standing).toContain(`attempt ${attempt + 1} of 4`)
    expect(server.calls(LIST)).toHaveLength(3 * attempt)
    await pass(5_000)
  }
  await expect
    .poll(words, standing)
    .toContain('Using demo data - admin portal temporarily unavailable')
  const calledUrls = fetched.mock.calls.map(([url]) => url)
  expect(calledUrls.slice(0, 3)).toEqual([
    '/api/customers',
    'https://second.test/api/customers',
    'https://third.test/api/customers',
  ])
  expect(server.calls(LIST)).toHaveLength(12)
})

test('one successful answer from several servers is enough', async () => {
  await configureApp({ apiMirrors: ['https://second.test'] })
  server.answer(LIST, () => (server.calls(LIST).length === 1 ? failure(500) : json([newRecord()])))
  await open()
  await expect.poll(words, standing).toContain('Katta Manjula')
  expect(server.calls(LIST)).toHaveLength(2)
})

test.each([
  ['with customers is used', [newRecord()], 'Katta Manjula'],
  ['without customers is not used', [], 'attempt 2 of 4'],
  ['with other records is not used', [{ error: 'no database' }], 'attempt 2 of 4'],
])('the body of a 500 %s [R-7.005]', async (_, body, seen) => {
  server.answer(LIST, json(body, 500))
  await open()
  await expect.poll(words, standing).toContain(seen)
  await expect
    .poll(words, standing)
    .toContain('Admin portal server error (500). Using fallback data when available.')
})

test('the list is requested as JSON and read as an array [R-7.003]', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  server.answer(LIST, json([newRecord({ id: 1 }), newRecord({ id: 2, status: 'hold' })]))
  await open()
  await expect.poll(words, standing).toContain('2 customers')
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('/api/customers')
  expect(new Headers(init?.headers).get('accept')).toBe('application/json')
})

test('when the list is too long, a banner names how many customers are not on it [R-7.035]', async () => {
  const answer = json([newRecord()])
  answer.headers.set('veni-not-listed', '1200')
  server.answer(LIST, answer)
  await open()
  await expect
    .poll(words, standing)
    .toContain('The list is too long: 1200 more customers. Tell the office.')
  server.answer(LIST, json([newRecord()]))
  await pass(60_000)
  await expect.poll(words, standing).not.toContain('too long')
})
