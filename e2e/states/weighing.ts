import { expect } from '@playwright/test'
import { expectSnapshot } from '../support/phone-storage.ts'
import type { State } from './state.ts'
import { weigh } from './visit-steps.ts'
import { beforeTime } from './messages.ts'

export const weighingStates: State[] = [
  {
    name: 'payment-mode-no-customer',
    arrange: async ({ page, t }) => {
      await page.goto('/payment-mode')
      await expect(page.getByText(t('mode.noCustomer'))).toBeVisible()
    },
  },
  {
    name: 'payment-mode',
    arrange: async (context) => {
      await weigh(context)
      await expect(context.page.getByRole('spinbutton').first()).toBeVisible()
    },
  },
  {
    name: 'payment-mode-refused',
    arrange: async (context) => {
      await weigh(context)
      // The button looks disabled but shows a message.
      await context.page.getByText(context.t('mode.cashDescription')).click({ force: true })
      await expect(context.page.getByText(context.t('mode.weightsMissing'))).toBeVisible()
    },
  },
  {
    name: 'payment-mode-weighed',
    arrange: async (context) => {
      await weigh(context, 100)
      await expect(
        context.page.getByRole('region', { name: context.t('cart.label') }),
      ).toBeVisible()
    },
  },
  {
    name: 'payment-mode-below-minimum',
    arrange: async (context) => {
      await weigh(context)
      await context.page.getByRole('spinbutton').first().fill('5')
      await expect(
        context.page.getByText(context.t('mode.belowMinimum', { min: 20 })),
      ).toBeVisible()
    },
  },
  {
    name: 'payment-mode-too-heavy',
    arrange: async (context) => {
      await weigh(context)
      await context.page.getByRole('spinbutton').first().fill('9999999')
      await expect(context.page.getByRole('spinbutton').first()).toHaveAttribute(
        'aria-invalid',
        'true',
      )
    },
  },
  {
    name: 'payment-mode-loading',
    arrange: async (context) => {
      context.plainPortal.fail('GET /api/hair-pricing', { delayMs: 60_000 })
      await weigh(context)
      await expect(context.page.getByText(context.t('mode.loading'))).toBeVisible()
    },
  },
  {
    name: 'payment-mode-saved-prices',
    arrange: async (context) => {
      await weigh(context, 100)
      await expectSnapshot(context.page, 'hair-prices')
      context.plainPortal.fail('GET /api/hair-pricing', { status: 503 })
      await context.page.reload()
      const notice = beforeTime(context.t, 'mode.savedPrices')
      await expect(context.page.getByRole('main').getByText(notice)).toBeVisible()
    },
  },
  {
    name: 'payment-mode-no-types',
    arrange: async (context) => {
      context.plainPortal.reply('GET /api/hair-pricing', { pricing: [] })
      await weigh(context)
      await expect(context.page.getByText(context.t('mode.none'))).toBeVisible()
    },
  },
]
