import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { address, showScreen } from '../../../test/show-screen.tsx'
import { requireNewCode } from '../../features/sign-in/use-phone-form.ts'
import { endSession, storePhone } from '../../state/session.ts'
import OtpVerification from './otp-verification.tsx'

const PHONE = '9848012345'
const CODES = 'POST /api/sign-in/codes'
const SESSION = 'POST /api/sign-in/session'

const box = (at: number) => page.getByRole('textbox', { name: `Digit ${at}` })

let server: StandInServer

beforeEach(() => {
  endSession()
  storePhone(PHONE)
  server = startStandInServer()
  // Only the browser of a phone with a SIM card reads messages.
  vi.stubGlobal('OTPCredential', class {})
})

async function openScreen() {
  requireNewCode()
  await showScreen(<OtpVerification />, '/otp-verification')
}

test('the code of the message is filled in and verified, when the browser can read it', async () => {
  const get = vi.spyOn(navigator.credentials, 'get')
  get.mockResolvedValue({ id: '', type: 'otp', code: '482913' } as Credential)
  server.answer(CODES, json({ mode: 'sms', expires_in_seconds: 120 }, 201))
  server.answer(SESSION, json({ runner: { id: 1, name: 'Ravi Kumar' } }, 201))
  await openScreen()
  await expect.poll(() => address()).toBe('/login-success')
  expect(server.calls(SESSION)).toMatchObject([{ body: { phone: PHONE, code: '482913' } }])
  expect(get).toHaveBeenCalledWith({ otp: { transport: ['sms'] }, signal: expect.any(AbortSignal) })
})

test('a message that the browser may not read leaves the boxes to the runner, and leaving the screen ends the wait', async () => {
  const get = vi.spyOn(navigator.credentials, 'get')
  const signals: (AbortSignal | undefined)[] = []
  get.mockImplementation((options) => {
    signals.push(options?.signal)
    return new Promise((_, reject) => {
      options?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
  })
  await openScreen()
  await box(1).click()
  await userEvent.keyboard('12')
  await expect.element(box(2)).toHaveValue('2')
  await cleanup()
  expect(signals.map((signal) => signal?.aborted)).toEqual(signals.map(() => true))
  expect(signals.length).toBeGreaterThan(0)
})
