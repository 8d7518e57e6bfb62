import type { Locator, Page } from '@playwright/test'
import { holdTimers } from '../support/held-timers.ts'
import { packetPhoto } from '../support/photo.ts'
import { readInvoiceId } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/test.ts'

const MOST_STEPS = 60

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab did not reach ${String(control)}`)
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

async function signInByKeyboard(page: Page): Promise<void> {
  // After "Login Successful" the app goes on by itself in 3 s. Then the link that Tab looks for is gone.
  await holdTimers(page, 3_000)
  await page.goto('/login')
  await type(page, page.getByLabel('Phone Number'), '9000000003')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Digit 1')).toBeFocused()
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('link', { name: 'Continue to Deliveries' }))
}

test('a runner completes a whole cash payment with only the keyboard', async ({ page }) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await signInByKeyboard(page)
  const assigned = page.getByRole('region', { name: /^Assigned/ })
  await press(page, assigned.getByRole('link').first())

  await press(page, button('Interested (Convert to Order)'))
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  // Escape closes the question and returns the focus.
  await page.keyboard.press('Escape')
  await expect(button('Interested (Convert to Order)')).toBeFocused()
  // The button is on a sticky bar and was visible, so the page did not scroll.
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: 'OK' }))

  await type(page, page.getByLabel('Black Hair weight in grams', { exact: true }), '100')
  await press(page, button(/^Cash/))
  const upi = page.getByRole('radio', { name: 'UPI' })
  await tabTo(page, upi)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Cash' })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await type(page, page.getByLabel('UPI reference number'), 'UPI2611210009')
  const packet = page.getByRole('group', { name: 'Sealed hair packet photo' })
  const chosen = page.waitForEvent('filechooser')
  await press(page, packet.getByLabel('Gallery'))
  await (await chosen).setFiles(packetPhoto)
  await expect(packet.getByRole('img')).toBeVisible()
  await press(page, button('Complete & Generate Invoice'))
  expect(await readInvoiceId(page)).toMatch(/^CASH-/)
  await press(page, button('Back to Deliveries'))
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
})
