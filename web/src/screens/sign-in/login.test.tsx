import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startStandInServer } from '../../../test/stand-in-server.ts'
import { address, showScreen } from '../../../test/show-screen.tsx'
import { endSession, PHONE_KEY, session, signInNeeded, startSession } from '../../state/session.ts'
import Login from './login.tsx'

const phone = page.getByLabelText('Phone Number')
const send = page.getByRole('button', { name: 'Send OTP' })

beforeEach(() => {
  endSession()
  startStandInServer()
})

test('there is a phone field, and Send OTP is disabled while the trimmed phone is empty [R-2.020, R-2.021]', async () => {
  await showScreen(<Login />, '/login')
  await expect.element(phone).toBeVisible()
  await expect.element(send).toBeVisible()
  await expect.element(send).toBeDisabled()
  await phone.fill('   ')
  await expect.element(send).toBeDisabled()
  await phone.fill('9')
  await expect.element(send).toBeEnabled()
})

test('Enter with only spaces as the phone shows an error and stays on the screen [R-5.001]', async () => {
  await showScreen(<Login />, '/login')
  await phone.fill('  ')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toHaveTextContent('Please enter a phone number')
  await expect.poll(address).toBe('/login')
  expect(localStorage.getItem(PHONE_KEY)).toBeNull()
})

test('the phone is trimmed and stored, and the code screen opens before the server answers [R-2.023, R-2.024, R-3.014]', async () => {
  startStandInServer().answer('POST /api/sign-in/codes', () => new Promise(() => undefined))
  await showScreen(<Login />, '/login')
  await phone.fill('  98480 12345 ')
  await send.click()
  expect(localStorage.getItem(PHONE_KEY)).toBe('98480 12345')
  expect(session.get()).toMatchObject({ phone: '98480 12345', mode: 'local' })
  await expect.poll(address).toBe('/otp-verification')
})

test.each(['7', 'Ravi', '+91 (98480) 12-345', 'నా ఫోన్', '9'.repeat(40)])(
  'a phone of any form and length is accepted: %s [R-5.002]',
  async (text) => {
    await showScreen(<Login />, '/login')
    await phone.click()
    await userEvent.keyboard(text)
    await send.click()
    expect(localStorage.getItem(PHONE_KEY)).toBe(text)
    await expect.poll(address).toBe('/otp-verification')
  },
)

test('a lost session shows a message, and the phone is filled in [R-2.012]', async () => {
  startSession('9848012345', { id: '1', name: 'Ravi' })
  signInNeeded.set(true)
  await showScreen(<Login />, '/login')
  await expect.element(page.getByText('Please sign in again')).toBeVisible()
  await expect.element(phone).toHaveValue('9848012345')
})

test.each(['Terms', 'Privacy', 'Cookies'])(
  '%s is a link that shows that its text is not available yet [R-2.022]',
  async (name) => {
    await showScreen(<Login />, '/login')
    await page.getByRole('link', { name }).click()
    const answer = page.getByRole('main').getByRole('status')
    await expect.element(answer).toHaveTextContent(`${name}: This text is not published yet`)
  },
)

test('the language of the whole screen changes at once', async () => {
  await showScreen(<Login />, '/login')
  await page.getByText('తెలుగు').click()
  await expect.element(page.getByRole('button', { name: 'OTP పంపండి' })).toBeVisible()
  await page.getByText('English').click()
  await expect.element(send).toBeVisible()
})
