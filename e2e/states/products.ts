import { expect } from '@playwright/test'
import { expectSnapshot } from '../support/phone-storage.ts'
import { products } from './sample-data.ts'
import type { StateContext, State } from './state.ts'
import { buy, closeToast, link, shop } from './visit-steps.ts'
import { beforeTime } from './messages.ts'

const PRODUCTS = 'GET /api/products'

async function fillCart(context: StateContext): Promise<void> {
  await shop(context)
  await buy(context, 'Handbag', 'Rice Cooker 1.8 L', 'Rice Cooker 1.8 L')
  await closeToast(context)
}

async function openCart(context: StateContext, count: number): Promise<void> {
  const { page, t } = context
  await page.getByRole('button', { name: t('cart.expand', { count }) }).click()
  await expect(page.getByRole('heading', { name: t('cart.title') })).toBeVisible()
}

export const productStates: State[] = [
  {
    name: 'products-loading',
    arrange: async ({ page, plainPortal, t }) => {
      plainPortal.fail(PRODUCTS, { delayMs: 60_000 })
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
    arrange: async (context) => {
      await shop(context)
      await expectSnapshot(context.page, 'products')
      context.plainPortal.fail(PRODUCTS, { status: 503 })
      await context.page.reload()
      const notice = beforeTime(context.t, 'products.saved')
      await expect(context.page.getByRole('main').getByText(notice)).toBeVisible()
    },
  },
  {
    name: 'products-none',
    arrange: async ({ page, plainPortal, t }) => {
      plainPortal.reply(PRODUCTS, [])
      await page.route('**/config.json', (route) => route.fulfill({ json: { demoData: false } }))
      await page.goto('/products')
      await expect(page.getByText(t('products.none'))).toBeVisible()
    },
  },
  {
    name: 'products-not-kept',
    isShownOnce: true,
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
    arrange: async (context) => {
      context.plainPortal.fail(PRODUCTS, { status: 500 })
      await shop(context)
      await expect(
        context.page.getByRole('main').getByText(context.t('products.demoNotice')),
      ).toBeVisible()
    },
  },
  {
    name: 'products-cart-empty',
    arrange: async (context) => {
      await shop(context)
      await openCart(context, 0)
    },
  },
  {
    name: 'products-added',
    isShownOnce: true,
    arrange: async (context) => {
      await shop(context)
      await buy(context, 'Handbag')
      await expect(
        context.page.getByText(context.t('products.added', { name: 'Handbag' })),
      ).toBeVisible()
    },
  },
  { name: 'products-cart', arrange: fillCart },
  {
    name: 'products-cart-open',
    arrange: async (context) => {
      await fillCart(context)
      await openCart(context, 3)
    },
  },
  {
    name: 'products-cart-owing',
    arrange: async (context) => {
      await shop(context)
      await buy(context, ...products.map(({ name }) => name))
      await closeToast(context)
      await openCart(context, products.length)
    },
  },
  {
    name: 'products-cart-exact',
    arrange: async (context) => {
      await shop(context, 450)
      await buy(context, 'కాటన్ చీర')
      await closeToast(context)
      await expect(context.page.getByText(context.t('cart.exactBalance'))).toBeVisible()
    },
  },
  {
    name: 'products-nothing-to-pay-for',
    isShownOnce: true,
    arrange: async (context) => {
      await shop(context)
      await context.page.getByRole('button', { name: context.t('cart.proceed') }).click()
      await expect(context.page.getByText(context.t('cart.emptyProceed'))).toBeVisible()
    },
  },
  {
    name: 'products-clear-question',
    isShownOnce: true,
    arrange: async (context) => {
      await fillCart(context)
      await openCart(context, 3)
      await context.page.getByRole('button', { name: context.t('cart.clear') }).click()
      await expect(context.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'products-switch-question',
    isShownOnce: true,
    arrange: async (context) => {
      await fillCart(context)
      await context.page.goto(link('/products', { customerId: '27', customer: 'Bolla Sujatha' }))
      await expect(context.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'placeorder-loading',
    arrange: async (context) => {
      await shop(context)
      context.plainPortal.fail(PRODUCTS, { delayMs: 60_000 })
      await context.page.goto('/placeorder?product=lunchbox')
      await expect(context.page.getByText(context.t('products.loading'))).toBeVisible()
    },
  },
  {
    name: 'placeorder',
    arrange: async (context) => {
      await fillCart(context)
      await context.page.goto('/placeorder?product=lunchbox')
      await expect(
        context.page.getByRole('button', { name: context.t('place.confirm') }),
      ).toBeVisible()
    },
  },
  {
    name: 'placeorder-busy',
    arrange: async (context) => {
      context.plainPortal.fail('POST /api/orders', { delayMs: 60_000 })
      await shop(context)
      await context.page.goto('/placeorder?product=handbag')
      await context.page.getByLabel(context.t('place.hairWeight')).fill('30')
      await context.page.getByRole('textbox', { name: context.t('place.cashAmount') }).fill('100')
      await context.page.getByRole('button', { name: context.t('place.confirm') }).click()
      await expect(context.page.getByText(context.t('place.confirming'))).toBeVisible()
    },
  },
  {
    name: 'placeorder-not-found',
    arrange: async (context) => {
      await shop(context)
      await context.page.goto('/placeorder?product=nothing')
      await expect(context.page.getByText(context.t('place.notFound'))).toBeVisible()
    },
  },
]
