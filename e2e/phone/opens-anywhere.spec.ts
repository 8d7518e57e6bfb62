import type { Page } from '@playwright/test'
import { axeViolations } from '../accessibility/axe.ts'
import { holdTimers } from '../support/held-timers.ts'
import { expectAllSnapshots, expectAppInstalled } from '../support/phone-storage.ts'
import {
  chooseCash,
  openCustomer,
  payByUpi,
  readInvoiceId,
  storedListNotice,
  signIn,
  startDeal,
} from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  serviceWorkers: 'allow',
  expectedErrors: async ({}, use) => use([/ERR_/, /status of 503/]),
})

test('after one sign-in the app opens without a network, and a whole deal works there', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page)
  await expectAllSnapshots(page)
  await expectAppInstalled(page)
  await context.setOffline(true)

  await expectListAfterOneAttempt(page)

  // A new page, as after a restart of the phone.
  await page.close()
  const next = await context.newPage()
  await next.goto('/deliveries')
  await expect(storedListNotice(next)).toBeVisible()
  await expect(next.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  await startDeal(next, 'Gurram Lakshmi', 100)
  await expect(next.getByText('Hair prices saved on this phone')).toBeVisible()
  await chooseCash(next)
  await payByUpi(next, 'UPI2611210001')
  const invoiceId = await readInvoiceId(next)

  // Other addresses open too, also the invoice.
  await next.goto('/products')
  await expect(next.getByText('Products saved on this phone')).toBeVisible()
  await next.goto('/profile')
  await next.reload()
  await expect(next.getByText(invoiceId)).toBeVisible()

  await context.setOffline(false)
  await expect
    .poll(async () => (await readRunnerRecord(next, ownVeni.url)).cash_payments)
    .toEqual([expect.objectContaining({ invoice_id: invoiceId })])
})

/** The list does not wait for a second attempt, even when the phone reports that it is online. */
async function expectListAfterOneAttempt(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { value: true })
  })
  // No second attempt.
  await holdTimers(page, 3_000)
  const unanswered: string[] = []
  page.on('requestfailed', (request) => unanswered.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(storedListNotice(page)).toBeVisible()
  await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  expect(unanswered.filter((path) => path === '/api/customers')).toHaveLength(1)
}

test('the app is installed although one of its files never arrives', async ({ page }) => {
  await page.clock.install()
  // No reply at all, as from a broken proxy.
  await page.route('**/assets/profile-*.js', () => undefined)
  await signIn(page)
  await expectAllSnapshots(page)
  await page.clock.fastForward(30_000)
  await expectAppInstalled(page)
})

test('a newer version waits, is offered between two visits, and starts when the runner accepts it', async ({
  page,
  ownVeni,
}) => {
  const settings = () => page.locator('#veni-config').textContent()
  await signIn(page)
  await expectAllSnapshots(page)
  await expectAppInstalled(page)
  await openCustomer(page, 'Gurram Lakshmi')

  await ownVeni.restart({ COMPANY_UPI_ID: 'office@bank' })
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const offer = page.getByRole('button', { name: 'Update now' })
  await expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting)))
    .toBe(true)
  await expect(page.getByRole('heading', { name: 'Enquiry Details' })).toBeVisible()
  await expect(offer).toBeHidden()

  // The old version continues with its own files.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Enquiry Details' })).toBeVisible()
  expect(await settings()).not.toContain('office@bank')

  await page.getByRole('link', { name: 'Back' }).click()
  await expect(offer).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await offer.click()
  await expect.poll(settings).toContain('office@bank')
  await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  await expect(offer).toBeHidden()
})
