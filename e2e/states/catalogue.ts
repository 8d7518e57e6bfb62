import { expect } from '@playwright/test'
import { isKept } from '../support/phone.ts'
import { products } from './books.ts'
import type { Desk, State } from './desk.ts'
import { buy, closeToast, link, shop } from './visit.ts'
import { beforeTime } from './words.ts'

const PRODUCTS = 'GET /api/products'

async function fillCart(desk: Desk): Promise<void> {
  await shop(desk)
  await buy(desk, 'Handbag', 'Rice Cooker 1.8 L', 'Rice Cooker 1.8 L')
  await closeToast(desk)
}

async function openCart(desk: Desk, count: number): Promise<void> {
  const { page, t } = desk
  await page.getByRole('button', { name: t('cart.expand', { count }) }).click()
  await expect(page.getByRole('heading', { name: t('cart.title') })).toBeVisible()
}

export const catalogueStates: State[] = [
  {
    name: 'products-loading',
    arrange: async ({ page, portal, t }) => {
      portal.fail(PRODUCTS, { delayMs: 60_000 })
      await page.goto('/products')
      await expect(page.getByText(t('products.loading'))).toBeAttached()
    },
  },
  {
    name: 'products-no-customer',
    arrange: async ({ page, t }) => {
      await page.goto('/products')
      await expect(page.getByRole('main').getByText(t('mode.noCustomer'))).toBeVisible()
      await expect(page.getByText('Handbag')).toBeVisible()
    },
  },
  {
    name: 'products-saved',
    arrange: async (desk) => {
      await shop(desk)
      await isKept(desk.page, 'products')
      desk.portal.fail(PRODUCTS, { status: 503 })
      await desk.page.reload()
      const saved = beforeTime(desk.t, 'products.saved')
      await expect(desk.page.getByRole('main').getByText(saved)).toBeVisible()
    },
  },
  {
    name: 'products-none',
    arrange: async ({ page, portal, t }) => {
      portal.reply(PRODUCTS, [])
      await page.route('**/config.json', (route) => route.fulfill({ json: { demoData: false } }))
      await page.goto('/products')
      await expect(page.getByText(t('products.none'))).toBeVisible()
    },
  },
  {
    name: 'products-not-kept',
    isSaidOnce: true,
    arrange: async ({ page, t }) => {
      await page.addInitScript(() => {
        sessionStorage.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError')
        }
      })
      await page.goto(link('/products', { customerId: '27', customer: 'Bolla Sujatha' }))
      await expect(page.getByText(t('products.initFailed'))).toBeVisible()
    },
  },
  {
    name: 'products-demo',
    arrange: async (desk) => {
      desk.portal.fail(PRODUCTS, { status: 500 })
      await shop(desk)
      await expect(
        desk.page.getByRole('main').getByText(desk.t('products.demoNotice')),
      ).toBeVisible()
    },
  },
  {
    name: 'products-cart-empty',
    arrange: async (desk) => {
      await shop(desk)
      await openCart(desk, 0)
    },
  },
  {
    name: 'products-added',
    isSaidOnce: true,
    arrange: async (desk) => {
      await shop(desk)
      await buy(desk, 'Handbag')
      await expect(desk.page.getByText(desk.t('products.added', { name: 'Handbag' }))).toBeVisible()
    },
  },
  { name: 'products-cart', arrange: fillCart },
  {
    name: 'products-cart-open',
    arrange: async (desk) => {
      await fillCart(desk)
      await openCart(desk, 3)
    },
  },
  {
    name: 'products-cart-owing',
    arrange: async (desk) => {
      await shop(desk)
      await buy(desk, ...products.map(({ name }) => name))
      await closeToast(desk)
      await openCart(desk, products.length)
    },
  },
  {
    name: 'products-cart-exact',
    arrange: async (desk) => {
      await shop(desk, 450)
      await buy(desk, 'కాటన్ చీర')
      await closeToast(desk)
      await expect(desk.page.getByText(desk.t('cart.exactBalance'))).toBeVisible()
    },
  },
  {
    name: 'products-nothing-to-pay-for',
    isSaidOnce: true,
    arrange: async (desk) => {
      await shop(desk)
      await desk.page.getByRole('button', { name: desk.t('cart.proceed') }).click()
      await expect(desk.page.getByText(desk.t('cart.emptyProceed'))).toBeVisible()
    },
  },
  {
    name: 'products-clear-question',
    isSaidOnce: true,
    arrange: async (desk) => {
      await fillCart(desk)
      await openCart(desk, 3)
      await desk.page.getByRole('button', { name: desk.t('cart.clear') }).click()
      await expect(desk.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'products-switch-question',
    isSaidOnce: true,
    arrange: async (desk) => {
      await fillCart(desk)
      await desk.page.goto(link('/products', { customerId: '27', customer: 'Bolla Sujatha' }))
      await expect(desk.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'placeorder-loading',
    arrange: async (desk) => {
      await shop(desk)
      desk.portal.fail(PRODUCTS, { delayMs: 60_000 })
      await desk.page.goto('/placeorder?product=lunchbox')
      await expect(desk.page.getByText(desk.t('products.loading'))).toBeVisible()
    },
  },
  {
    name: 'placeorder',
    arrange: async (desk) => {
      await fillCart(desk)
      await desk.page.goto('/placeorder?product=lunchbox')
      await expect(desk.page.getByRole('button', { name: desk.t('place.confirm') })).toBeVisible()
    },
  },
  {
    name: 'placeorder-busy',
    arrange: async (desk) => {
      desk.portal.fail('POST /api/orders', { delayMs: 60_000 })
      await shop(desk)
      await desk.page.goto('/placeorder?product=handbag')
      await desk.page.getByLabel(desk.t('place.hairWeight')).fill('30')
      await desk.page.getByRole('textbox', { name: desk.t('place.cashAmount') }).fill('100')
      await desk.page.getByRole('button', { name: desk.t('place.confirm') }).click()
      await expect(desk.page.getByText(desk.t('place.confirming'))).toBeVisible()
    },
  },
  {
    name: 'placeorder-not-found',
    arrange: async (desk) => {
      await shop(desk)
      await desk.page.goto('/placeorder?product=nothing')
      await expect(desk.page.getByText(desk.t('place.notFound'))).toBeVisible()
    },
  },
]
