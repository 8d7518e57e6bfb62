import { expect } from '@playwright/test'
import { customer } from './sample-data.ts'
import { serverSession, type StateContext, type State } from './state.ts'
import { leaveRefused, leaveRefusedPhoto, leaveUnsent, payCash } from './deal-steps.ts'
import { link } from './visit-steps.ts'

async function openProfile({ page, t }: StateContext): Promise<void> {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: t('profile.title'), exact: true })).toBeVisible()
}

export const profileStates: State[] = [
  {
    name: 'order-success',
    arrange: async ({ page, t }) => {
      await page.goto(
        link('/order-success', {
          customer: customer.name,
          product: 'Office Lunch Box with three steel tumblers',
          orderId: 'ORD-000501',
          amount: '125000',
          payment: 'whiteHair',
          realApi: 'true',
        }),
      )
      await expect(page.getByRole('main').getByText(t('order.title'))).toBeVisible()
    },
  },
  {
    name: 'order-success-bare',
    arrange: async ({ page, t }) => {
      await page.goto('/order-success')
      await expect(page.getByRole('main').getByText(t('order.title'))).toBeVisible()
    },
  },
  {
    name: 'profile-record',
    arrange: async (context) => {
      await payCash(context)
      await openProfile(context)
      await expect(context.page.getByText(/Office Lunch Box/)).toBeVisible()
    },
  },
  {
    name: 'profile-invoice',
    arrange: async (context) => {
      await payCash(context)
      await openProfile(context)
      await context.page.getByRole('link', { name: /CASH-/ }).first().click()
      await expect(
        context.page.getByRole('button', { name: context.t('invoice.print') }),
      ).toBeVisible()
    },
  },
  {
    name: 'profile-invoice-loading',
    arrange: async ({ page, plainPortal, t }) => {
      plainPortal.fail('GET /api/runners/me', { delayMs: 60_000 })
      await page.goto('/profile?invoice=CASH-1-AAAAAA')
      // The app shows the same text while it loads.
      await expect(page.getByRole('heading', { name: t('invoice.title') })).toBeVisible()
      await expect(page.getByText(t('common.loading'))).toBeVisible()
    },
  },
  {
    name: 'profile-demo',
    arrange: async (context) => {
      context.plainPortal.fail('GET /api/runners/me', { status: 404 })
      await openProfile(context)
      await expect(
        context.page.getByRole('main').getByText(context.t('profile.demoNotice')),
      ).toBeVisible()
    },
  },
  {
    name: 'profile-attention',
    arrange: async (context) => {
      const { page, plainPortal, t } = context
      plainPortal.fail(`PUT /api/customers/${customer.id}`, { status: 409 })
      await page.goto(`/enquiry-details/${customer.id}`)
      await page.getByRole('button', { name: t('enquiry.rejected') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('common.ok') })
        .click()
      // If the page left before the answer, the outbox would wait for its next attempt, and here timers never end.
      await expect(page.getByText(t('status.failed'))).toBeVisible()
      await openProfile(context)
      await expect(
        context.page.getByRole('heading', { name: context.t('outbox.refused.title') }),
      ).toBeVisible()
    },
  },
  {
    name: 'profile-refused-deal',
    arrange: async (context) => {
      await leaveRefused(context)
      await openProfile(context)
      const badge = context.t('invoice.attention')
      await expect(context.page.getByRole('link').getByText(badge, { exact: true })).toBeVisible()
    },
  },
  {
    name: 'profile-refused-photo',
    arrange: async (context) => {
      await leaveRefusedPhoto(context)
      await openProfile(context)
      await expect(context.page.getByText(context.t('outbox.refused.retake'))).toBeVisible()
    },
  },
  {
    name: 'profile-loading',
    arrange: async (context) => {
      context.plainPortal.fail('GET /api/runners/me', { delayMs: 60_000 })
      await openProfile(context)
      await expect(context.page.getByText(context.t('profile.loading'))).toBeVisible()
    },
  },
  {
    name: 'profile-server-away',
    arrange: async (context) => {
      await context.page.addInitScript(
        (stored) => localStorage.setItem('runnerSession', stored),
        serverSession,
      )
      await payCash(context)
      context.plainPortal.fail('GET /api/runners/me', { status: 500 })
      await openProfile(context)
      await expect(context.page.getByText(context.t('profile.officeAway'))).toBeVisible()
    },
  },
  {
    name: 'profile-empty',
    arrange: async (context) => {
      context.plainPortal.reply('GET /api/runners/me', {
        runner: { id: 1, name: 'Ravi Kumar' },
        orders: [],
        settlements: [],
        cash_payments: [],
      })
      await openProfile(context)
      await expect(context.page.getByText(context.t('profile.noOrders'))).toBeVisible()
    },
  },
  {
    name: 'logout-question',
    isShownOnce: true,
    arrange: async (context) => {
      await leaveUnsent(context)
      await context.page.getByRole('button', { name: context.t('common.logout') }).click()
      await expect(context.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'crash',
    arrange: async ({ page, t }) => {
      // The file of the screen cannot be fetched.
      await page.route('**/assets/profile-*', (route) => route.abort())
      await page.goto('/profile')
      await expect(page.getByText(t('crash.title'))).toBeVisible()
    },
  },
  {
    name: 'not-found',
    arrange: async ({ page, t }) => {
      await page.goto('/no-such-page')
      await expect(page.getByText(t('notFound.title'))).toBeVisible()
    },
  },
]
