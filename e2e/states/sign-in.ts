import { expect } from '@playwright/test'
import { customer } from './books.ts'
import type { Desk, State } from './desk.ts'

const CODE = 'POST /api/sign-in/codes'
const SESSION = 'POST /api/sign-in/session'

async function openLogin({ page, t }: Desk): Promise<void> {
  await page.goto('/login')
  await expect(page.getByLabel(t('login.phone'))).toBeVisible()
}

async function askForCode(desk: Desk): Promise<void> {
  const { page, t } = desk
  await openLogin(desk)
  await page.getByLabel(t('login.phone')).fill('9000000001')
  await page.getByRole('button', { name: t('login.send') }).click()
  await expect(page.getByLabel(t('otp.digit', { number: 1 }))).toBeFocused()
}

async function sendCode(desk: Desk): Promise<void> {
  desk.portal.reply(CODE, { mode: 'sms', expires_in_seconds: 300 })
  await askForCode(desk)
}

async function typeCode(desk: Desk): Promise<void> {
  await sendCode(desk)
  await desk.page.keyboard.type('123456')
}

async function verify(desk: Desk): Promise<void> {
  await typeCode(desk)
  await desk.page.getByRole('button', { name: desk.t('otp.verify') }).click()
}

const states: Omit<State, 'isSignedOut'>[] = [
  { name: 'login', arrange: openLogin },
  {
    name: 'login-filled',
    arrange: async (desk) => {
      await openLogin(desk)
      await desk.page.getByLabel(desk.t('login.phone')).fill('9000000001')
    },
  },
  {
    name: 'login-phone-missing',
    arrange: async (desk) => {
      await openLogin(desk)
      await desk.page.getByLabel(desk.t('login.phone')).press('Enter')
      await expect(desk.page.getByText(desk.t('login.phoneMissing'))).toBeVisible()
    },
  },
  {
    name: 'login-terms',
    arrange: async (desk) => {
      await openLogin(desk)
      await desk.page.getByText(desk.t('login.terms'), { exact: true }).click()
      await expect(desk.page.getByText(desk.t('login.notPublished'))).toBeVisible()
    },
  },
  {
    name: 'login-again',
    arrange: async ({ page, t }) => {
      await page.goto(`/enquiry-details/${customer.id}`)
      await page.getByRole('button', { name: t('enquiry.interested') }).click()
      await expect(page.getByText(t('login.again'))).toBeVisible()
    },
  },
  { name: 'otp', arrange: sendCode },
  { name: 'otp-filled', arrange: typeCode },
  {
    name: 'otp-demo',
    arrange: async (desk) => {
      desk.portal.reply(CODE, { mode: 'demo', expires_in_seconds: 300 })
      await askForCode(desk)
      await expect(desk.page.getByRole('main').getByText(desk.t('otp.demo'))).toBeVisible()
    },
  },
  {
    name: 'otp-countdown-over',
    arrange: async (desk) => {
      await sendCode(desk)
      await desk.page.clock.setFixedTime(Date.now() + 120_000)
      await expect(desk.page.getByRole('button', { name: desk.t('otp.resend') })).toBeEnabled()
    },
  },
  {
    name: 'otp-wrong',
    arrange: async (desk) => {
      const body = { error: { code: 'wrong-code', message: 'no' } }
      desk.portal.fail(SESSION, { status: 401, body })
      await verify(desk)
      await expect(desk.page.getByText(desk.t('otp.wrong'))).toBeVisible()
    },
  },
  {
    name: 'otp-failed',
    arrange: async (desk) => {
      desk.portal.fail(SESSION, { status: 400 })
      await verify(desk)
      await expect(desk.page.getByText(desk.t('otp.failed'))).toBeVisible()
    },
  },
  {
    name: 'otp-verifying',
    arrange: async (desk) => {
      desk.portal.fail(SESSION, { delayMs: 60_000 })
      await verify(desk)
      await expect(desk.page.getByText(desk.t('otp.verifying'))).toBeVisible()
    },
  },
  {
    name: 'otp-too-many',
    arrange: async (desk) => {
      desk.portal.fail(CODE, { status: 429 })
      await askForCode(desk)
      await expect(desk.page.getByText(desk.t('otp.tooMany'))).toBeVisible()
    },
  },
  {
    name: 'login-success',
    arrange: async (desk) => {
      desk.portal.reply(SESSION, { runner: { id: 1, name: 'Ravi Kumar' } })
      await verify(desk)
      await expect(
        desk.page.getByText(desk.t('success.welcome', { name: 'Ravi Kumar' })),
      ).toBeVisible()
    },
  },
]

export const signInStates: State[] = states.map((state) => ({ ...state, isSignedOut: true }))
