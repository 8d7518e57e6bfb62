import type { Page } from '@playwright/test'
import { goOnToDeliveries, signIn, startDeal } from '../support/runner.ts'
import { startVeni, type Veni } from '../support/servers/our-server.ts'
import { expect, test as base } from '../support/fixtures/test.ts'

const test = base.extend<{ hiding: Veni }>({
  expectedErrors: async ({}, use) => use([/ERR_INTERNET_DISCONNECTED/]),
  hiding: async ({}, use) => {
    const veni = await startVeni({ env: { HIDE_AFTER_MINUTES: '5' } })
    await use(veni)
    await veni.stop()
  },
  baseURL: async ({ hiding }, use) => use(hiding.url),
})

const NAME = 'Bolla Sujatha'
const again = (page: Page) => page.getByText('Please sign in again')

async function enterCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type('654321')
  await page.getByRole('button', { name: 'Verify OTP' }).click()
}

test('an app that is not used asks for a code, shows nothing without one, and loses nothing [R-7.053]', async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page)
  await startDeal(page, NAME, 100)
  // A slow machine must not move the clock between the tap and the check.
  await page.clock.pauseAt(Date.now() + 30_000)
  await page.clock.fastForward('04:00')
  await page.getByRole('heading', { name: 'Choose Payment Mode' }).click()
  await page.clock.fastForward('04:50')
  await expect(page.getByText(NAME).first()).toBeVisible()
  await page.clock.fastForward('00:11')
  // After a screen has loaded, React draws it a moment later, by a timer.
  await page.clock.resume()
  await expect(again(page)).toBeVisible()
  await expect(page.getByText(NAME)).toHaveCount(0)

  await page.goto('/payment-mode')
  await expect(again(page)).toBeVisible()

  await page.context().setOffline(true)
  await enterCode(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Could not sign in' })).toBeVisible()
  await page.context().setOffline(false)
  await page.goto('/payment-mode')
  await expect(again(page)).toBeVisible()
  await expect(page.getByText(NAME)).toHaveCount(0)

  await enterCode(page)
  await goOnToDeliveries(page)
  await page.goto('/payment-mode')
  await expect(page.getByLabel('Black Hair weight in grams', { exact: true })).toHaveValue('100')
})
