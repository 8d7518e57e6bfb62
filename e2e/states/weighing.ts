import { expect } from '@playwright/test'
import { isKept } from '../support/phone.ts'
import type { State } from './desk.ts'
import { weigh } from './visit.ts'
import { beforeTime } from './words.ts'

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
    arrange: async (desk) => {
      await weigh(desk)
      await expect(desk.page.getByRole('spinbutton').first()).toBeVisible()
    },
  },
  {
    name: 'payment-mode-refused',
    arrange: async (desk) => {
      await weigh(desk)
      // It looks disabled and answers all the same.
      await desk.page.getByText(desk.t('mode.cashDescription')).click({ force: true })
      await expect(desk.page.getByText(desk.t('mode.weightsMissing'))).toBeVisible()
    },
  },
  {
    name: 'payment-mode-weighed',
    arrange: async (desk) => {
      await weigh(desk, 100)
      await expect(desk.page.getByRole('region', { name: desk.t('cart.label') })).toBeVisible()
    },
  },
  {
    name: 'payment-mode-below-minimum',
    arrange: async (desk) => {
      await weigh(desk)
      await desk.page.getByRole('spinbutton').first().fill('5')
      await expect(desk.page.getByText(desk.t('mode.belowMinimum', { min: 20 }))).toBeVisible()
    },
  },
  {
    name: 'payment-mode-too-heavy',
    arrange: async (desk) => {
      await weigh(desk)
      await desk.page.getByRole('spinbutton').first().fill('9999999')
      await expect(desk.page.getByRole('spinbutton').first()).toHaveAttribute(
        'aria-invalid',
        'true',
      )
    },
  },
  {
    name: 'payment-mode-loading',
    arrange: async (desk) => {
      desk.portal.fail('GET /api/hair-pricing', { delayMs: 60_000 })
      await weigh(desk)
      await expect(desk.page.getByText(desk.t('mode.loading'))).toBeVisible()
    },
  },
  {
    name: 'payment-mode-saved-prices',
    arrange: async (desk) => {
      await weigh(desk, 100)
      await isKept(desk.page, 'hair-prices')
      desk.portal.fail('GET /api/hair-pricing', { status: 503 })
      await desk.page.reload()
      const saved = beforeTime(desk.t, 'mode.savedPrices')
      await expect(desk.page.getByRole('main').getByText(saved)).toBeVisible()
    },
  },
  {
    name: 'payment-mode-no-types',
    arrange: async (desk) => {
      desk.portal.reply('GET /api/hair-pricing', { pricing: [] })
      await weigh(desk)
      await expect(desk.page.getByText(desk.t('mode.none'))).toBeVisible()
    },
  },
]
