import type { Page } from '@playwright/test'
import { type ReopenedBrowser, withReopenedBrowser } from '../support/browsers/reopened-browser.ts'
import { isOnPhone } from '../support/phone-storage.ts'
import {
  chooseCash,
  chooseItems,
  openCustomer,
  readInvoiceId,
  signIn,
  startDeal,
  takePacketPhoto,
} from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import { expect, testAlone } from '../support/fixtures/test.ts'

const test = testAlone.extend<{ openBrowser: ReopenedBrowser['open'] }>({
  openBrowser: async ({ ownVeni }, use) =>
    withReopenedBrowser(ownVeni.url, async ({ open }) => use(open)),
})

const reference = (page: Page) => page.getByLabel('UPI reference number')
const packet = (page: Page) => page.getByRole('img', { name: 'Sealed hair packet photo' })
const complete = (page: Page) => page.getByRole('button', { name: 'Complete & Generate Invoice' })

/** Waits until the database has the text. The app writes it after the next frame. */
const expectStored = (page: Page, text: string) =>
  expect.poll(() => isOnPhone(page, text)).toBe(true)

const openVisitId = async (page: Page) => {
  const stored = await page.evaluate(() => sessionStorage.getItem('visit_1'))
  return (JSON.parse(stored ?? '{}') as { visitId?: string }).visitId
}

test('after a restart in the middle of a deal the browser still has the whole visit and makes one deal [R-4.072, R-4.073]', async ({
  openBrowser,
}) => {
  const before = await (await openBrowser()).newPage()
  await signIn(before)
  await startDeal(before, 'Gurram Lakshmi', 100)
  await chooseCash(before)
  await before.getByLabel('Cash amount').fill('25')
  await reference(before).fill('UPI2611')
  await takePacketPhoto(before)
  await expectStored(before, 'UPI2611')
  const visitId = await openVisitId(before)
  expect(visitId).toBeDefined()

  const page = await (await openBrowser()).newPage()
  await page.goto('/cash-payment')
  await expect(page.getByText('Gurram Lakshmi')).toBeVisible()
  await expect(packet(page)).toBeVisible()
  await expect(reference(page)).toHaveValue('UPI2611')
  await expect(page.getByLabel('Cash amount')).toHaveValue('25')
  expect(await openVisitId(page)).toBe(visitId)
  await complete(page).click()
  await readInvoiceId(page)
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  const { cash_payments: payments } = await readRunnerRecord(page)
  expect(payments).toEqual([
    expect.objectContaining({ visit_id: visitId, hair_value: 350, upi_reference: 'UPI2611' }),
  ])

  // The deal has closed the visit, so it does not open again.
  const after = await (await openBrowser()).newPage()
  await after.goto('/cash-payment')
  await expect(after.getByText('No customer selected')).toBeVisible()
})

test('a new page continues the visit of a closed page with its weights and items [R-4.072]', async ({
  page,
  context,
}) => {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseItems(page)
  await page.getByRole('button', { name: 'BUY' }).first().click()
  await expectStored(page, '"quantity":1')
  await page.close()

  const next = await context.newPage()
  await next.goto('/deliveries')
  await next.getByRole('link', { name: 'Products' }).click()
  await expect(next.getByText('Gurram Lakshmi')).toBeVisible()
  await next.goto('/items-settlement')
  await expect(next.getByText('× 1')).toBeVisible()
  await next.goto('/payment-mode')
  await expect(next.getByLabel('Black Hair weight in grams', { exact: true })).toHaveValue('100')
})

test('a new page still has the typed comment of a hold dialog [R-4.073]', async ({
  page,
  context,
}) => {
  await signIn(page)
  const hold = async (on: Page) => {
    await openCustomer(on, 'Gurram Lakshmi')
    await on.getByRole('button', { name: 'Hold (May be Later)' }).click()
    await on.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  }
  await hold(page)
  await page.getByRole('textbox', { name: /comment/i }).fill('Comes back after Diwali')
  await expectStored(page, 'Diwali')
  await page.close()
  const next = await context.newPage()
  await next.goto('/deliveries')
  await hold(next)
  const comment = next.getByRole('textbox', { name: /comment/i })
  await expect(comment).toHaveValue('Comes back after Diwali')
})

test('a completed deal in one tab closes its visit in the other tab [R-4.075]', async ({
  page,
  context,
}) => {
  await signIn(page)
  await startDeal(page, 'Gurram Lakshmi', 100)
  await chooseCash(page)
  await expectStored(page, 'Gurram Lakshmi')
  const other = await context.newPage()
  await other.goto('/cash-payment')
  await expect(complete(other)).toBeVisible()
  expect(await openVisitId(other)).toBe(await openVisitId(page))
  // A text typed in one tab appears in the other.
  await reference(page).fill('UPI2611')
  await expect(reference(other)).toHaveValue('UPI2611')
  await takePacketPhoto(page)
  await complete(page).click()
  await readInvoiceId(page)
  await expect(other.getByText('No customer selected')).toBeVisible()
})
