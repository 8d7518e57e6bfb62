import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { json, startStandInServer, type StandInServer } from '../../../test/stand-in-server.ts'
import { address, showScreen } from '../../../test/show-screen.tsx'
import { requireNewCode } from '../../features/sign-in/use-phone-form.ts'
import { endSession, isSignOutQueued, session, storePhone } from '../../state/session.ts'
import { storage } from '../../storage/phone-storage.ts'
import OtpVerification from './otp-verification.tsx'

const SESSION = 'POST /api/sign-in/session'
const SIGN_OUT = 'DELETE /api/sign-in/session'

let server: StandInServer
let reply: (answer: Response) => void

beforeEach(() => {
  endSession()
  localStorage.clear()
  storePhone('9848012345')
  server = startStandInServer()
  server.answer(SIGN_OUT, new Response(null, { status: 204 }))
  server.answer(SESSION, () => new Promise((resolve) => (reply = resolve)))
})

/** Presses Verify OTP, and leaves the answer of the server open. */
async function verify() {
  requireNewCode()
  const shown = await showScreen(<OtpVerification />, '/otp-verification')
  await page.getByRole('textbox', { name: 'Digit 1' }).click()
  await userEvent.keyboard('123456')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect.poll(() => server.calls(SESSION)).toHaveLength(1)
  return shown
}

/** The reply of the server, and then the end of the session that it has started. */
async function replyLate(endsBefore: number) {
  reply(json({ runner: { id: 2, name: 'Lakshmi Devi' } }, 201))
  await expect.poll(() => server.calls(SIGN_OUT)).toHaveLength(endsBefore + 1)
  await expect.poll(isSignOutQueued).toBe(false)
}

test('a reply that comes after Logout starts no session [R-7.063]', async () => {
  await verify()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => server.calls(SIGN_OUT)).toHaveLength(1)
  await replyLate(1)
  expect(session.get()).toBeUndefined()
  expect(address()).toBe('/login')
})

test('a reply that comes after Logout starts no session of the same phone, which is entered again [R-7.063]', async () => {
  await verify()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(isSignOutQueued).toBe(false)
  let end = () => {}
  server.answer(
    SIGN_OUT,
    () => new Promise((resolve) => (end = () => resolve(new Response(null, { status: 204 })))),
  )
  reply(json({ runner: { id: 2, name: 'Lakshmi Devi' } }, 201))
  await expect.poll(() => server.calls(SIGN_OUT)).toHaveLength(2)
  storePhone('9848012345')
  end()
  await expect.poll(isSignOutQueued).toBe(false)
  expect(session.get()).toMatchObject({ mode: 'local' })
  expect(address()).toBe('/login')
})

test('a reply for the phone that the runner had entered before starts no session [R-7.063]', async () => {
  const shown = await verify()
  await shown.unmount()
  storePhone('9848012346')
  await showScreen(<OtpVerification />, '/otp-verification')
  await replyLate(0)
  expect(session.get()).toMatchObject({ phone: '9848012346', mode: 'local' })
  expect(address()).toBe('/otp-verification')
})

test('a sign-in that fails in the phone is reported, and the runner can try again', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await verify()
  // Another tab has entered another phone, and the rows of this one cannot be deleted.
  storePhone('9848012346')
  const broken = new DOMException('The database is closed', 'InvalidStateError')
  vi.spyOn(storage.visits, 'deleteFrom').mockRejectedValue(broken)
  reply(json({ runner: { id: 2, name: 'Lakshmi Devi' } }, 201))
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert).toHaveTextContent('Could not sign in. Please try again.')
  expect(warn).toHaveBeenCalledWith('Code not checked', broken)
})
