import { expect, test, vi } from 'vitest'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { endSession, storePhone } from '../../state/session.ts'
import { codeRequest, resendCode } from './code-request.ts'

const CODES = 'POST /api/sign-in/codes'

test('a late answer to the request of an older number does not change the newer request', async () => {
  const server = startStandInServer()
  let answerLate = () => {}
  const late = new Promise<Response>((resolve) => {
    answerLate = () => resolve(json({ error: { code: 'rate-limited', message: '' } }, 429))
  })
  server.answer(CODES, () => late)
  const older = resendCode('9848012345')
  await expect.poll(() => server.calls(CODES)).toHaveLength(1)
  server.answer(CODES, json({ mode: 'demo', expires_in_seconds: 120 }, 201))
  await resendCode('9848012346')
  const newer = codeRequest.get()
  expect(newer).toMatchObject({ phone: '9848012346', state: 'demo' })
  answerLate()
  await older
  expect(codeRequest.get()).toEqual(newer)
})

test('a request that fails in the browser is reported, and the runner can ask for another code', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const failure = new DOMException('The page is closing', 'InvalidStateError')
  startStandInServer().answer(CODES, failure)
  await resendCode('9848012347')
  expect(codeRequest.get()).toMatchObject({ phone: '9848012347', state: 'failed' })
  expect(warn.mock.calls).toEqual([['Code not requested', failure]])
})

test('a late answer does not bring back the phone number that a sign-out has cleared [R-2.006]', async () => {
  storePhone('9848012348')
  const server = startStandInServer()
  let answerLate = () => {}
  const late = new Promise<Response>((resolve) => {
    answerLate = () => resolve(new Response('', { status: 404 }))
  })
  server.answer(CODES, () => late)
  const asking = resendCode('9848012348')
  await expect.poll(() => server.calls(CODES)).toHaveLength(1)
  endSession()
  answerLate()
  await asking
  expect(codeRequest.get()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})
