import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../test/stand-in-server.ts'
import { address, showScreen } from '../../../test/show-screen.tsx'
import { stopClock } from '../../../test/stopped-clock.ts'
import { codeRequest } from '../../features/sign-in/code-request.ts'
import { requireNewCode } from '../../features/sign-in/use-phone-form.ts'
import { endSession, session, storePhone } from '../../state/session.ts'
import OtpVerification from './otp-verification.tsx'

const PHONE = '9848012345'
const CODES = 'POST /api/sign-in/codes'
const SESSION = 'POST /api/sign-in/session'
const refusal = (code: string, status: number) => json({ error: { code, message: code } }, status)
const demoCode = json({ mode: 'demo', expires_in_seconds: 120 }, 201)

const box = (at: number) => page.getByRole('textbox', { name: `Digit ${at}` })
const verify = page.getByRole('button', { name: 'Verify OTP' })
const resend = page.getByRole('button', { name: 'Resend' })
const timer = page.getByRole('timer')
const alert = page.getByRole('main').getByRole('alert')

let server: StandInServer

beforeEach(() => {
  stopClock()
  endSession()
  storePhone(PHONE)
  server = startStandInServer()
})
/** Opens the screen as Send OTP does. */
async function openScreen() {
  requireNewCode()
  await showScreen(<OtpVerification />, '/otp-verification')
}

/** The screen draws between two ticks of its countdown, so the last tick comes with one of these attempts. */
async function endCountdown() {
  await vi.advanceTimersByTimeAsync(120_000)
  await expect.element(resend).toBeEnabled()
}

async function enterCode(code = '123456') {
  await box(1).click()
  await userEvent.keyboard(code)
}

test('without a stored phone the screen leads to the login', async () => {
  endSession()
  await showScreen(<OtpVerification />, '/otp-verification')
  await expect.poll(() => address()).toBe('/login')
})

test('the code has six boxes of one digit each [R-2.030, R-5.010]', async () => {
  await openScreen()
  expect(page.getByRole('textbox').elements()).toHaveLength(6)
  await box(1).click()
  for (const at of [1, 2, 3, 4, 5, 6]) {
    await expect.element(box(at)).toHaveFocus()
    await userEvent.keyboard(String(at))
    await expect.element(box(at)).toHaveValue(String(at))
  }
  await userEvent.keyboard('7')
  const digits = page.getByRole('textbox').elements() as HTMLInputElement[]
  expect(digits.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '7'])
})

test('Verify OTP is enabled with the sixth digit and disabled when one is removed [R-2.033, R-5.012]', async () => {
  await openScreen()
  await expect.element(verify).toBeDisabled()
  await enterCode('12345')
  await expect.element(verify).toBeDisabled()
  await userEvent.keyboard('6')
  await expect.element(verify).toBeEnabled()
  await userEvent.keyboard('{Backspace}')
  await expect.element(verify).toBeDisabled()
})

test('the countdown starts at 120 seconds and stops at 0 [R-2.031, R-4.021]', async () => {
  await openScreen()
  // Each attempt moves the stopped clock by 50 ms.
  await expect.element(timer).toHaveTextContent(/^0(2:00|1:5\d) Sec$/)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(timer).toHaveTextContent(/^01:5\d Sec$/)
  await vi.advanceTimersByTimeAsync(119_000)
  await expect.element(timer).toHaveTextContent(/^00:00 Sec$/)
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(timer).toHaveTextContent(/^00:00 Sec$/)
})

test('Resend is enabled only when the countdown has reached 0 [R-2.032]', async () => {
  await openScreen()
  await expect.element(timer).toHaveTextContent(/^0(2:00|1:5\d) Sec$/)
  await expect.element(resend).toBeDisabled()
  await vi.advanceTimersByTimeAsync(61_000)
  await expect.element(timer).toHaveTextContent(/^00:5\d Sec$/)
  await expect.element(resend).toBeDisabled()
  await vi.advanceTimersByTimeAsync(59_000)
  await expect.element(timer).toHaveTextContent('00:00 Sec')
  await expect.element(resend).toBeEnabled()
})

test('the screen in a new tab requests a code and counts from 02:00 [R-4.021]', async () => {
  sessionStorage.clear()
  codeRequest.set(undefined)
  await showScreen(<OtpVerification />, '/otp-verification')
  await expect.element(timer).toHaveTextContent(/^0(2:00|1:5\d) Sec$/)
  await expect.element(resend).toBeDisabled()
  await expect.poll(() => server.calls(CODES)).toHaveLength(1)
})

test('each Send OTP requests one code, also for the same phone', async () => {
  await openScreen()
  await expect.poll(() => server.calls(CODES)).toHaveLength(1)
  await cleanup()
  await openScreen()
  await expect.poll(() => server.calls(CODES)).toHaveLength(2)
})

test('after Back the countdown continues, and no second code is requested', async () => {
  await openScreen()
  await expect.poll(() => server.calls(CODES)).toHaveLength(1)
  await cleanup()
  await vi.advanceTimersByTimeAsync(61_000)
  await showScreen(<OtpVerification />, '/otp-verification')
  await expect.element(timer).toHaveTextContent(/^00:5\d Sec$/)
  expect(server.calls(CODES)).toHaveLength(1)
})

test('a phone that slept shows the correct countdown when it wakes', async () => {
  await openScreen()
  vi.setSystemTime(Date.now() + 90_000)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.element(timer).toHaveTextContent(/^00:2\d Sec$/)
})

test('a clock that is set back a day does not disable Resend for a day [R-2.032]', async () => {
  await openScreen()
  await expect.poll(() => server.calls(CODES)).toHaveLength(1)
  vi.setSystemTime(Date.now() - 24 * 60 * 60_000)
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.element(resend).toBeEnabled()
})

test.each([
  ['at our server', demoCode],
  ['without network', noNetwork()],
])('Resend %s requests a new code and the countdown starts again [R-2.032]', async (_, answer) => {
  server.answer(CODES, answer)
  await openScreen()
  await endCountdown()
  await resend.click()
  await expect.element(timer).toHaveTextContent(/^0(2:00|1:5\d) Sec$/)
  await expect.element(resend).toBeDisabled()
  await expect.poll(() => server.calls(CODES)).toHaveLength(2)
  expect(server.calls(CODES)[1]?.body).toEqual({ phone: PHONE })
})

test('against a plain portal Resend makes no call [R-2.032]', async () => {
  await openScreen()
  await expect.poll(() => codeRequest.get()?.state).toBe('not-offered')
  await endCountdown()
  await resend.click()
  await expect.element(timer).toHaveTextContent(/^0(2:00|1:5\d) Sec$/)
  await expect.element(resend).toBeDisabled()
  expect(server.calls(CODES)).toHaveLength(1)
})

test('in demo mode the screen shows that any six digits are accepted [R-2.034]', async () => {
  server.answer(CODES, demoCode)
  await openScreen()
  await expect.element(page.getByText('Demo sign-in: any six digits work.')).toBeVisible()
})

test('with a plain portal this note is not shown [R-2.034]', async () => {
  await openScreen()
  await expect.element(timer).toBeVisible()
  expect(page.getByText('Demo sign-in').elements()).toEqual([])
})

test.each([
  ['too many requests', refusal('rate-limited', 429), 'Too many attempts.'],
  ['an invalid request', refusal('bad-request', 400), 'ask for it again with Resend.'],
])('after %s the screen does not show that a code was sent', async (_, answer, words) => {
  server.answer(CODES, answer)
  await openScreen()
  await expect.element(alert).toHaveTextContent(`No code was sent to ${PHONE}`)
  await expect.element(alert).toHaveTextContent(words)
  expect(page.getByText('Enter the 6-digit code sent to').elements()).toEqual([])
})

test.each([
  ['a plain portal', new Response('', { status: 404 })],
  ['no network', noNetwork()],
])('with %s any six digits are accepted [R-5.013]', async (_, answer) => {
  server.answer(SESSION, answer)
  await openScreen()
  await enterCode('000000')
  await verify.click()
  await expect.poll(() => address()).toBe('/login-success')
  expect(session.get()).toMatchObject({ phone: PHONE, mode: 'local' })
})

test("phone and code are sent to our server, which answers with the runner's name [R-1.001]", async () => {
  server.answer(SESSION, json({ runner: { id: 2, name: 'Lakshmi Devi' } }, 201))
  await openScreen()
  await enterCode('987654')
  await verify.click()
  await expect.poll(() => address()).toBe('/login-success')
  expect(server.calls(SESSION)[0]?.body).toEqual({ phone: PHONE, code: '987654' })
  expect(session.get()?.runner).toEqual({ id: '2', name: 'Lakshmi Devi' })
})

test('a wrong code shows an error, which the next digit removes', async () => {
  server.answer(SESSION, refusal('wrong-code', 401))
  await openScreen()
  await enterCode()
  await verify.click()
  await expect.element(alert).toHaveTextContent('That code is not right.')
  expect(session.get()?.mode).toBe('local')
  await expect.poll(address).toBe('/otp-verification')
  // The runner types the correct code over the wrong one.
  await expect.element(box(1)).toHaveFocus()
  await expect.element(box(1)).toBeInvalid()
  await userEvent.keyboard('7')
  expect(page.getByText('That code is not right.').elements()).toEqual([])
})

test('too many wrong codes show an error', async () => {
  server.answer(SESSION, refusal('rate-limited', 429))
  await openScreen()
  await enterCode()
  await verify.click()
  await expect.element(alert).toHaveTextContent('Too many attempts.')
  // The server has not checked the code, so it may be correct.
  await expect.element(box(1)).toBeValid()
})
