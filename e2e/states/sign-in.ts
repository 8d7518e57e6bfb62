import { expect } from '@playwright/test'
import { customer } from './sample-data.ts'
import type { StateContext, State } from './state.ts'

const CODE = 'POST /api/sign-in/codes'
const SESSION = 'POST /api/sign-in/session'

async function openLogin({ page, t }: StateContext): Promise<void> {
  await page.goto('/login')
  await expect(page.getByLabel(t('login.phone'))).toBeVisible()
}

async function askForCode(context: StateContext): Promise<void> {
  const { page, t } = context
  await openLogin(context)
  await page.getByLabel(t('login.phone')).fill('9000000001')
  await page.getByRole('button', { name: t('login.send') }).click()
  await expect(page.getByLabel(t('otp.digit', { number: 1 }))).toBeFocused()
}

async function sendCode(context: StateContext): Promise<void> {
  context.plainPortal.reply(CODE, { mode: 'sms', expires_in_seconds: 300 })
  await askForCode(context)
}

async function typeCode(context: StateContext): Promise<void> {
  await sendCode(context)
  await context.page.keyboard.type('123456')
}

async function verify(context: StateContext): Promise<void> {
  await typeCode(context)
  await context.page.getByRole('button', { name: context.t('otp.verify') }).click()
}

const states: Omit<State, 'isSignedOut'>[] = [
  { name: 'login', arrange: openLogin },
  {
    name: 'login-filled',
    arrange: async (context) => {
      await openLogin(context)
      await context.page.getByLabel(context.t('login.phone')).fill('9000000001')
    },
  },
  {
    name: 'login-phone-missing',
    arrange: async (context) => {
      await openLogin(context)
      await context.page.getByLabel(context.t('login.phone')).press('Enter')
      await expect(context.page.getByText(context.t('login.phoneMissing'))).toBeVisible()
    },
  },
  {
    name: 'login-terms',
    arrange: async (context) => {
      await openLogin(context)
      await context.page.getByText(context.t('login.terms'), { exact: true }).click()
      await expect(context.page.getByText(context.t('login.notPublished'))).toBeVisible()
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
    arrange: async (context) => {
      context.plainPortal.reply(CODE, { mode: 'demo', expires_in_seconds: 300 })
      await askForCode(context)
      await expect(context.page.getByRole('main').getByText(context.t('otp.demo'))).toBeVisible()
    },
  },
  {
    name: 'otp-countdown-over',
    arrange: async (context) => {
      await sendCode(context)
      await context.page.clock.setFixedTime(Date.now() + 120_000)
      await expect(
        context.page.getByRole('button', { name: context.t('otp.resend') }),
      ).toBeEnabled()
    },
  },
  {
    name: 'otp-wrong',
    arrange: async (context) => {
      const body = { error: { code: 'wrong-code', message: 'no' } }
      context.plainPortal.fail(SESSION, { status: 401, body })
      await verify(context)
      await expect(context.page.getByText(context.t('otp.wrong'))).toBeVisible()
    },
  },
  {
    name: 'otp-failed',
    arrange: async (context) => {
      context.plainPortal.fail(SESSION, { status: 400 })
      await verify(context)
      await expect(context.page.getByText(context.t('otp.failed'))).toBeVisible()
    },
  },
  {
    name: 'otp-verifying',
    arrange: async (context) => {
      context.plainPortal.fail(SESSION, { delayMs: 60_000 })
      await verify(context)
      await expect(context.page.getByText(context.t('otp.verifying'))).toBeVisible()
    },
  },
  {
    name: 'otp-too-many',
    arrange: async (context) => {
      context.plainPortal.fail(CODE, { status: 429 })
      await askForCode(context)
      await expect(context.page.getByText(context.t('otp.tooMany'))).toBeVisible()
    },
  },
  {
    name: 'login-success',
    arrange: async (context) => {
      context.plainPortal.reply(SESSION, { runner: { id: 1, name: 'Ravi Kumar' } })
      await verify(context)
      await expect(
        context.page.getByText(context.t('success.welcome', { name: 'Ravi Kumar' })),
      ).toBeVisible()
    },
  },
]

export const signInStates: State[] = states.map((state) => ({ ...state, isSignedOut: true }))
