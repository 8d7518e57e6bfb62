import type { Page } from '@playwright/test'
import {
  chooseItems,
  readInvoiceId,
  signIn,
  startDeal,
  takePacketPhoto,
} from '../support/runner.ts'
import { readRunnerRecord } from '../support/servers/our-server.ts'
import { storedDeals } from '../support/phone-storage.ts'
import { expect, test } from '../support/fixtures/journey-test.ts'

test('a runner settles hair with items, confirms and delivers them [R-1.006, R-4.065, R-4.066, R-4.067]', async ({
  page,
  server,
}) => {
  await signIn(page)
  await startDeal(page, 'Vishwakarma Bhagyamma', 200)
  await chooseItems(page)

  await fillCart(page)
  await confirmWithPhoto(page)
  await expect(page.getByRole('main').getByText('Items Settlement Confirmed!')).toBeVisible()
  await expect(page.getByText('Status: Confirmed – Pending Delivery')).toBeVisible()
  const invoiceId = await readInvoiceId(page)
  expect(invoiceId).toMatch(/^INV-/)
  const badge = server.storesDeals ? 'Received by the office' : 'On this phone'
  await expect(page.getByText(badge, { exact: true })).toBeVisible()

  // A reload shows the same invoice.
  await page.reload()
  expect(await readInvoiceId(page)).toBe(invoiceId)
  await page.getByRole('button', { name: 'Mark as Delivered' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  const selected = () => page.evaluate(() => sessionStorage.getItem('selectedCustomerId'))
  expect(await selected()).toBeNull()
  expect(await storedDeals(page, 'settlements')).toEqual([
    expect.objectContaining({
      invoice_id: invoiceId,
      hair_value: 700,
      items_total: 400,
      balance_amount: 300,
      balance_type: 'return',
    }),
  ])
  if (server.storesDeals) await expectDelivered(page, invoiceId)
})

/** Buys two handbags for ₹400 in total and chooses to settle with items. */
async function fillCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'BUY Handbag' }).click()
  const cart = page.getByRole('region', { name: 'Cart' })
  await expect(cart.getByText('Balance to return')).toBeVisible()
  await expect(cart.getByText('₹500')).toBeVisible()
  await cart.getByRole('button', { name: /Open cart/ }).click()
  await cart.getByRole('button', { name: 'One more Handbag' }).click()
  await expect(cart.getByText('₹300')).toBeVisible()
  await cart.getByRole('button', { name: 'Settle with items' }).click()
}

/** Confirms the settlement. The app refuses it until the packet has a photo. */
async function confirmWithPhoto(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Items Settlement' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
  await expect(
    page.getByText('Please upload a photo of the sealed hair packet before confirming.'),
  ).toBeVisible()
  await takePacketPhoto(page)
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
}

async function expectDelivered(page: Page, invoiceId: string): Promise<void> {
  await expect
    .poll(async () => (await readRunnerRecord(page)).settlements)
    .toEqual([expect.objectContaining({ invoice_id: invoiceId, status: 'delivered' })])
}
