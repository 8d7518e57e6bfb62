import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { openCustomer, signIn, startVisit, weigh } from './support/runner.ts'
import { expect, test } from './support/test.ts'

async function expectNoViolations(page: Page, where: string): Promise<void> {
  // A screen that is still drawing has nothing to find fault with.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    where,
  ).toEqual([])
}

for (const language of ['en', 'te'])
  test(`the screens of a deal have no violation that axe finds (${language})`, async ({ page }) => {
    // Thirteen screens, each looked through by axe for some seconds on a busy machine.
    test.setTimeout(120_000)
    await page.goto('/login')
    await expectNoViolations(page, 'login')
    await signIn(page, '9000000002')
    await expectNoViolations(page, 'deliveries')
    await openCustomer(page, 'Bhimavarapu Nagamani')
    await expectNoViolations(page, 'enquiry')
    await startVisit(page)
    await weigh(page, 'Black Hair', 100)
    await weigh(page, 'Grey Hair', 5)
    await page.evaluate((wanted) => localStorage.setItem('language', wanted), language)
    for (const address of [
      '/payment-mode',
      '/products',
      '/placeorder?product=handbag',
      '/cash-payment',
      '/items-settlement',
      '/profile',
      '/deliveries',
      '/otp-verification',
      '/order-success?orderId=ORD-000501&amount=200&payment=whiteHair',
      '/no-such-page',
    ]) {
      await page.goto(address)
      await expectNoViolations(page, address)
    }
  })
