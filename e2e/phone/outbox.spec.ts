import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { assigned } from '../network/deals.ts'
import { expectAllSnapshots, expectOutboxEmpty } from '../support/phone-storage.ts'
import {
  chooseCash,
  payByUpi,
  payCash,
  readInvoiceId,
  signIn,
  startDeal,
} from '../support/runner.ts'
import { readSentText } from '../support/sent-text.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend({
  expectedErrors: async ({}, use) =>
    use([/ERR_INTERNET_DISCONNECTED/, /401 \(Unauthorized\)/, /409 \(Conflict\)/]),
})

const paymentsAtServer = async (page: Page, url: string) =>
  (await readRunnerRecord(page, url)).cash_payments

test('two tabs send a deal once, and both show its state', async ({ page, context, ownVeni }) => {
  const records: string[] = []
  // Without network a call is tried as well, and does not finish.
  context.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/work') && readSentText(request).includes('CASH-'))
      records.push(request.url())
  })
  await signIn(page)
  const second = await context.newPage()
  await second.goto(`${ownVeni.url}/profile`)
  await expect(second.getByText('Delivery Partner')).toBeVisible()
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expectOutboxEmpty(page)
  await context.setOffline(true)
  await payByUpi(page, 'UPI-TWO-TABS')
  const invoiceId = await readInvoiceId(page)
  const line = second.getByRole('status').getByText('1 on this phone')
  await expect(line).toBeVisible()
  await expect(second.getByText(invoiceId)).toBeVisible()

  await context.setOffline(false)
  await expect(line).toBeHidden()
  await expect(second.getByText('Received by the office', { exact: true })).toHaveCount(2)
  expect(await paymentsAtServer(page, ownVeni.url)).toEqual([
    expect.objectContaining({ invoice_id: invoiceId }),
  ])
  expect(records).toHaveLength(1)
})

test('deals are sent with the next answer of the server when the browser reports no network again [R-7.059]', async ({
  page,
  context,
}) => {
  await signIn(page)
  await expectAllSnapshots(page)
  // A weak signal: no call gets through, and the browser never says that it has no network.
  await context.route('**/api/**', (route) => route.abort('internetdisconnected'))
  for (const name of assigned.slice(0, 3)) {
    await payCash(page, name)
    await page.getByRole('button', { name: 'Back to Deliveries' }).click()
  }
  const waiting = page.getByRole('status').getByText(/^\d+ on this phone$/)
  await expect(waiting).toBeVisible()
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)

  const answered = page.waitForResponse('**/api/ping')
  const sent = page.waitForResponse('**/api/work')
  await context.unroute('**/api/**')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await answered
  const answeredAt = Date.now()
  await sent
  // By itself the phone would try again 16 s after the last failure at the earliest.
  expect(Date.now() - answeredAt).toBeLessThan(8_000)
  await expect(waiting).toBeHidden()
  await expectOutboxEmpty(page)
})

test('a refused deal stays in the list with its reason and is exported with its photo', async ({
  page,
}) => {
  await signIn(page)
  const refusal = { status: 409, json: { error: { code: 'conflict', message: 'no' } } }
  await page.route('**/api/work', (route) =>
    readSentText(route.request()).includes('CASH-') ? route.fulfill(refusal) : route.continue(),
  )
  const invoiceId = await payCash(page, 'Gurram Lakshmi', 'UPI-REFUSED')
  await expect(page.getByText('The office already has another version of this.')).toBeVisible()
  // The server does not have the deal, so the app must warn before a second payment.
  await page.goto('/enquiry-details/1')
  await expect(page.getByText('Gurram Lakshmi · Returned ₹350')).toBeVisible()
  await expect(page.getByText(`Deal ${invoiceId}. It is settled with the customer`)).toBeVisible()
  await page.getByRole('button', { name: 'Interested (Convert to Order)' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('do not settle it again')
  await page.goto('/profile')
  await expect(page.getByText(`Deal ${invoiceId}`)).toBeVisible()
  await expect(page.getByText('The office already has another version of this.')).toBeVisible()
  await expect(page.getByRole('link').getByText(invoiceId)).toBeVisible()
  await expect(page.getByRole('status').getByText('1 needs attention')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export unsent deals' }).click()
  const download = await downloading
  const text = await readFile(await download.path(), 'utf8')
  const { format, entries, photos } = JSON.parse(text)
  expect(format).toBe('veni-deals')
  expect(entries).toMatchObject([
    { state: 'refused', work: { payment: { invoice_id: invoiceId } } },
  ])
  expect(photos).toMatchObject([{ visit_id: entries[0].id, role: 'packet' }])

  // Also before the page has read the outbox: nothing behind the screens starts.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.reload()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Log out with unsent deals?')
})
