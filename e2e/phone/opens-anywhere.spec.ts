import { axeViolations } from '../accessibility/axe.ts'
import { expectAllSnapshots, expectAppInstalled } from '../support/phone-storage.ts'
import {
  chooseCash,
  openCustomer,
  payByUpi,
  readInvoiceId,
  signIn,
  startDeal,
} from '../support/runner.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  serviceWorkers: 'allow',
  expectedErrors: async ({}, use) => use([/ERR_/, /status of 503/]),
})

test('a phone that has been signed in once opens anywhere without a network, and a whole deal is done there', async ({
  page,
  context,
  ownVeni,
}) => {
  await signIn(page)
  await expectAllSnapshots(page)
  await expectAppInstalled(page)
  await context.setOffline(true)

  // The list does not wait for a second try, though the phone has a bar and says that it is online.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { value: true })
    // There is none: a slow machine would come to it before the list is looked at.
    const realTimeout = window.setTimeout.bind(window)
    const once = (run: () => void, ms = 0) => (ms === 3_000 ? 0 : realTimeout(run, ms))
    window.setTimeout = once as typeof window.setTimeout
  })
  const unanswered: string[] = []
  page.on('requestfailed', (request) => unanswered.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  expect(unanswered.filter((path) => path === '/api/customers')).toHaveLength(1)

  // From nothing, as after a night switched off.
  await page.close()
  const next = await context.newPage()
  await next.goto('/deliveries')
  await expect(next.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  await startDeal(next, 'Gurram Lakshmi', 100)
  await expect(next.getByText('Hair prices saved on this phone')).toBeVisible()
  await chooseCash(next)
  await payByUpi(next, 'UPI2611210001')
  const invoiceId = await readInvoiceId(next)

  // Any of its addresses, the invoice too.
  await next.goto('/products')
  await expect(next.getByText('Products saved on this phone')).toBeVisible()
  await next.goto('/profile')
  await next.reload()
  await expect(next.getByText(invoiceId)).toBeVisible()

  await context.setOffline(false)
  await expect
    .poll(async () => {
      const runnerRecord = await next.request.get(`${ownVeni.url}/api/runners/me`)
      return (await runnerRecord.json()).cash_payments
    })
    .toEqual([expect.objectContaining({ invoice_id: invoiceId })])
})

test('a part that never comes does not keep the app from the phone', async ({ page }) => {
  await page.clock.install()
  // Neither there nor refused, as at a proxy that has lost it.
  await page.route('**/assets/profile-*.js', () => undefined)
  await signIn(page)
  await expectAllSnapshots(page)
  await page.clock.fastForward(30_000)
  await expectAppInstalled(page)
})

test('a newer version waits, is offered between two visits, and takes over when the runner says so', async ({
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

  // The old one goes on, from its own files.
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
