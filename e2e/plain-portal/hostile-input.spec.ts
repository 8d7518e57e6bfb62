import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { signIn, startVisit } from '../support/runner.ts'

const hostile = [
  '',
  '1e308',
  '-5',
  'nan',
  'null',
  '[]',
  '{"a"',
  '<script>window.hacked = true</script>',
  '"><img src=x onerror="window.hacked = true">',
  '%00',
  'క'.repeat(300),
  '9'.repeat(400),
]

/** The screen has a heading, no crash and no broken figure. */
async function expectWorking(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Something went wrong on this screen')).toHaveCount(0)
  await expect(page.getByText(/NaN|Infinity|undefined|\[object/)).toHaveCount(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
}

const queries: Record<string, readonly string[]> = {
  '/products': ['customerId', 'customer', 'hairValue'],
  '/payment-mode': ['customerId', 'customerName', 'location', 'mobile', 'hairCollections', 'focus'],
  '/cash-payment': [
    'customer',
    'customerId',
    'hairValue',
    'itemsTotal',
    'balance',
    'cartItems',
    'orderId',
    'invoice',
  ],
  '/items-settlement': ['invoice'],
  '/placeorder': ['product'],
  '/order-success': ['customer', 'product', 'orderId', 'amount', 'payment', 'realApi'],
  '/profile': ['invoice'],
}

for (const [path, names] of Object.entries(queries))
  test(`${path} works with every hostile query`, async ({ page }) => {
    await signIn(page)
    for (const value of hostile) {
      const query = new URLSearchParams(names.map((name) => [name, value]))
      await page.goto(`${path}?${query}`)
      // /placeorder without a customer leads to /deliveries.
      await expectWorking(page)
    }
  })

test('/enquiry-details works with every hostile customer id', async ({ page }) => {
  await signIn(page)
  for (const value of hostile.filter((one) => one !== '' && one !== '%00')) {
    await page.goto(`/enquiry-details/${encodeURIComponent(value)}`)
    await expectWorking(page)
  }
})

test('the app ignores stored values that are incomplete, wrong or hostile', async ({ page }) => {
  await signIn(page)
  await startVisit(page, 'Portal Lakshmi')
  for (const value of hostile) {
    await page.evaluate((text) => {
      for (const key of Object.keys(sessionStorage))
        if (!/^(selectedCustomer|visitsOf)/.test(key)) sessionStorage.setItem(key, text)
    }, value)
    for (const path of ['/payment-mode', '/products', '/cash-payment', '/items-settlement']) {
      await page.goto(path)
      await expectWorking(page)
    }
    // The test did not change the keys of the selected customer.
    await page.goto('/payment-mode')
    await expect(page.getByText('Portal Lakshmi').first()).toBeVisible()
  }
})

test('the list shows customers without a name, with a script as name or with an unknown status as text', async ({
  page,
  plainPortal,
}) => {
  plainPortal.reply('GET /api/customers', [
    { id: 1, runner_id: 1, status: 'assigned' },
    { id: 2, runner_id: 1, status: 'assigned', member_name: '<img src=x onerror=hacked=1>' },
    { id: 3, runner_id: 1, status: 'on the moon', member_name: 'Far Away' },
    { id: '4', runner_id: '1', status: 'hold', member_name: 'Text Ids', next_followup: 'soon' },
    { member_name: 'Without an id' },
    'not a customer',
    null,
  ])
  await signIn(page)
  await expect(page.getByRole('link', { name: /#1/ })).toBeVisible()
  await expect(page.getByText('<img src=x onerror=hacked=1>')).toBeVisible()
  await expect(page.getByText('on the moon').first()).toBeVisible()
  await expect(page.getByText('Status unknown').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Text Ids/ })).toBeVisible()
  await expect(page.getByText('Without an id')).toHaveCount(0)
  await expectWorking(page)
})
