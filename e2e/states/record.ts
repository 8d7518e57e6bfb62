import { expect } from '@playwright/test'
import { customer } from './books.ts'
import { serverSession, type Desk, type State } from './desk.ts'
import { leaveRefused, leaveUnsent, payCash } from './deals.ts'
import { link } from './visit.ts'

async function openProfile({ page, t }: Desk): Promise<void> {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: t('profile.title'), exact: true })).toBeVisible()
}

export const recordStates: State[] = [
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
    arrange: async (desk) => {
      await payCash(desk)
      await openProfile(desk)
      await expect(desk.page.getByText(/Office Lunch Box/)).toBeVisible()
    },
  },
  {
    name: 'profile-invoice',
    arrange: async (desk) => {
      await payCash(desk)
      await openProfile(desk)
      await desk.page.getByRole('link', { name: /CASH-/ }).first().click()
      await expect(desk.page.getByRole('button', { name: desk.t('invoice.print') })).toBeVisible()
    },
  },
  {
    name: 'profile-invoice-loading',
    arrange: async ({ page, portal, t }) => {
      portal.fail('GET /api/runners/me', { delayMs: 60_000 })
      await page.goto('/profile?invoice=CASH-1-AAAAAA')
      // The app itself says the same while it comes.
      await expect(page.getByRole('heading', { name: t('invoice.title') })).toBeVisible()
      await expect(page.getByText(t('common.loading'))).toBeVisible()
    },
  },
  {
    name: 'profile-demo',
    arrange: async (desk) => {
      desk.portal.fail('GET /api/runners/me', { status: 404 })
      await openProfile(desk)
      await expect(
        desk.page.getByRole('main').getByText(desk.t('profile.demoNotice')),
      ).toBeVisible()
    },
  },
  {
    name: 'profile-attention',
    arrange: async (desk) => {
      const { page, portal, t } = desk
      portal.fail(`PUT /api/customers/${customer.id}`, { status: 409 })
      await page.goto(`/enquiry-details/${customer.id}`)
      await page.getByRole('button', { name: t('enquiry.rejected') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('common.ok') })
        .click()
      // A page that leaves before the answer asks again after a wait, and here waits never end.
      await expect(page.getByText(t('status.failed'))).toBeVisible()
      await openProfile(desk)
      await expect(
        desk.page.getByRole('heading', { name: desk.t('outbox.refused.title') }),
      ).toBeVisible()
    },
  },
  {
    name: 'profile-refused-deal',
    arrange: async (desk) => {
      await leaveRefused(desk)
      await openProfile(desk)
      const badge = desk.t('invoice.attention')
      await expect(desk.page.getByRole('link').getByText(badge, { exact: true })).toBeVisible()
    },
  },
  {
    name: 'profile-loading',
    arrange: async (desk) => {
      desk.portal.fail('GET /api/runners/me', { delayMs: 60_000 })
      await openProfile(desk)
      await expect(desk.page.getByText(desk.t('profile.loading'))).toBeVisible()
    },
  },
  {
    name: 'profile-office-away',
    arrange: async (desk) => {
      await desk.page.addInitScript(
        (stored) => localStorage.setItem('runnerSession', stored),
        serverSession,
      )
      await payCash(desk)
      desk.portal.fail('GET /api/runners/me', { status: 500 })
      await openProfile(desk)
      await expect(desk.page.getByText(desk.t('profile.officeAway'))).toBeVisible()
    },
  },
  {
    name: 'profile-empty',
    arrange: async (desk) => {
      desk.portal.reply('GET /api/runners/me', {
        runner: { id: 1, name: 'Ravi Kumar' },
        orders: [],
        settlements: [],
        cash_payments: [],
      })
      await openProfile(desk)
      await expect(desk.page.getByText(desk.t('profile.noOrders'))).toBeVisible()
    },
  },
  {
    name: 'logout-question',
    isSaidOnce: true,
    arrange: async (desk) => {
      await leaveUnsent(desk)
      await desk.page.getByRole('button', { name: desk.t('common.logout') }).click()
      await expect(desk.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'crash',
    arrange: async ({ page, t }) => {
      // The screen's own part cannot be fetched.
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
