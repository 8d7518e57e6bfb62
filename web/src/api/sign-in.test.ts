import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../test/stand-in-server.ts'
import { configureApp } from '../../test/app-config.ts'
import { ApiFailure } from './failure.ts'
import {
  endSession,
  HIDE_AT_KEY,
  isSignOutQueued,
  queueSignOut,
  readLeaving,
  storePhone,
} from '../state/session.ts'
import { sendQueuedSignOut, requestCode, signIn } from './sign-in.ts'

const CODES = 'POST /api/sign-in/codes'
const SESSION = 'POST /api/sign-in/session'
const SIGN_OUT = 'DELETE /api/sign-in/session'

let server: StandInServer

beforeEach(() => {
  localStorage.removeItem('signOutOwed')
  server = startStandInServer()
})
const refusal = (code: string, status: number) => json({ error: { code, message: code } }, status)

test.each([404, 405, 501])(
  'when sign-in answers %i, any six digits are accepted and nothing is logged [R-7.028]',
  async (status) => {
    const warn = vi.spyOn(console, 'warn')
    server.answer(CODES, new Response('', { status }))
    server.answer(SESSION, new Response('', { status }))
    expect(await requestCode('9000000001')).toBe('not-offered')
    expect(await signIn('9000000001', '123456')).toBeUndefined()
    expect(warn).not.toHaveBeenCalled()
  },
)

test.each([
  ['without network', noNetwork()],
  ['with a gateway that has no server behind it', new Response('', { status: 502 })],
  ['behind a captive portal', new Response('<html>Sign in to WiFi</html>')],
])('%s, the sign-in is local, and nothing is logged [R-7.028]', async (_, answer) => {
  const warn = vi.spyOn(console, 'warn')
  server.answer(CODES, answer)
  server.answer(SESSION, answer)
  expect(await requestCode('9000000001')).toBe('out-of-reach')
  expect(await signIn('9000000001', '123456')).toBeUndefined()
  expect(warn).not.toHaveBeenCalled()
})

test('a refusal by our server does not count as a missing extension [R-7.028]', async () => {
  server.answer(SESSION, refusal('wrong-code', 401))
  await expect(signIn('9000000001', '123456')).rejects.toBeInstanceOf(ApiFailure)
  server.answer(SESSION, refusal('not-found', 404))
  await expect(signIn('9000000001', '123456')).rejects.toBeInstanceOf(ApiFailure)
})

test('a sign-out that was never sent does not end the session of the next sign-in', async () => {
  queueSignOut()
  server.answer(SESSION, json({ runner: { id: 1, name: 'Ravi Kumar' } }, 201))
  await signIn('9000000001', '123456')
  expect(isSignOutQueued()).toBe(false)
  await sendQueuedSignOut()
  expect(server.calls(SIGN_OUT)).toEqual([])
})

test('a sign-out without network is queued and sent at the next start', async () => {
  server.answer(SIGN_OUT, noNetwork())
  queueSignOut()
  await sendQueuedSignOut()
  server.answer(SIGN_OUT, new Response(null, { status: 204 }))
  await sendQueuedSignOut()
  await sendQueuedSignOut()
  expect(server.calls(SIGN_OUT)).toHaveLength(2)
})

test('a page of an intermediary does not count as the end of a session of our server', async () => {
  await configureApp({ madeByOurServer: true })
  server.answer(SIGN_OUT, new Response('<html>Welcome to WiFi</html>', { status: 404 }))
  queueSignOut()
  await sendQueuedSignOut()
  server.answer(SIGN_OUT, new Response(null, { status: 204 }))
  await sendQueuedSignOut()
  await sendQueuedSignOut()
  expect(server.calls(SIGN_OUT)).toHaveLength(2)
})

test('a plain portal has no session to end', async () => {
  server.answer(SIGN_OUT, new Response('', { status: 404 }))
  queueSignOut()
  await sendQueuedSignOut()
  await sendQueuedSignOut()
  expect(server.calls(SIGN_OUT)).toHaveLength(1)
})

test('a sign-in aborts a sign-out in progress, because its answer would clear the new cookie', async () => {
  server.answer(SIGN_OUT, () => new Promise<Response>(() => {}))
  server.answer(SESSION, json({ runner: { id: 2, name: 'Ravi' } }))
  const calls = vi.spyOn(globalThis, 'fetch').mock.calls
  queueSignOut()
  void sendQueuedSignOut()
  expect(await signIn('9000000002', '123456')).toMatchObject({ id: '2' })
  const signals = calls.map(([, init]) => init?.signal?.aborted)
  expect(signals).toEqual([true, false])
})

test.each([
  ['a sign-out', endSession],
  ['another phone', () => storePhone('9000000002')],
])('a reply that comes after %s ends its session at the server [R-7.063]', async (_, change) => {
  onTestFinished(() => {
    localStorage.clear()
    endSession()
  })
  storePhone('9000000001')
  let reply: (answer: Response) => void = () => undefined
  server.answer(SESSION, () => new Promise((resolve) => (reply = resolve)))
  server.answer(SIGN_OUT, new Response(null, { status: 204 }))
  const signingIn = signIn('9000000001', '123456')
  await expect.poll(() => server.calls(SESSION)).toHaveLength(1)
  queueSignOut()
  change()
  await sendQueuedSignOut()
  server.answer(SIGN_OUT, noNetwork())
  localStorage.setItem(HIDE_AT_KEY, '9999999999999')
  reply(json({ runner: { id: 1, name: 'Ravi' } }, 201))
  expect(await signingIn).toBe('replaced')
  expect(localStorage.getItem(HIDE_AT_KEY)).toBe('9999999999999')
  expect(server.calls(SIGN_OUT)).toHaveLength(2)
  server.answer(SIGN_OUT, new Response(null, { status: 204 }))
  await sendQueuedSignOut()
  expect(server.calls(SIGN_OUT)).toHaveLength(3)
  expect([isSignOutQueued(), readLeaving()]).toEqual([false, []])
})
