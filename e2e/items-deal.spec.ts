import {
  openCustomer,
  readInvoiceId,
  signIn,
  startVisit,
  takePacketPhoto,
  weigh,
} from './support/runner.ts'
import { expect, test } from './support/test.ts'

test('hair is redeemed as gift items, confirmed and delivered', async ({ page }) => {
  await signIn(page)
  await openCustomer(page, 'Vishwakarma Bhagyamma')
  await startVisit(page)
  await weigh(page, 'Black Hair', 200)
  await page.getByRole('button', { name: /^Items/ }).click()

  await expect(page.getByRole('heading', { name: 'Select Product' })).toBeVisible()
  await page.getByRole('button', { name: 'BUY Handbag' }).click()
  await page.getByRole('button', { name: 'BUY Office Lunch Box' }).click()
  const cart = page.getByRole('region', { name: 'Cart' })
  await expect(cart.getByText('Balance to return')).toBeVisible()
  await expect(cart.getByText('₹100')).toBeVisible()
  await cart.getByRole('button', { name: /Open cart/ }).click()
  await cart.getByRole('button', { name: 'Settle with items' }).click()

  await expect(page.getByRole('heading', { name: 'Items Settlement' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
  await expect(
    page.getByText('Please upload a photo of the sealed hair packet before confirming.'),
  ).toBeVisible()
  await takePacketPhoto(page)
  await page.getByRole('button', { name: 'Confirm & Generate Invoice' }).click()
  await expect(page.getByText('Items Settlement Confirmed!')).toBeVisible()
  await expect(page.getByText('Status: Confirmed – Pending Delivery')).toBeVisible()
  const invoiceId = await readInvoiceId(page)
  expect(invoiceId).toMatch(/^INV-/)
  await expect(page.getByText('Received by the office')).toBeVisible()

  // A reload in the middle finds the same invoice again.
  await page.reload()
  expect(await readInvoiceId(page)).toBe(invoiceId)
  await page.getByRole('button', { name: 'Mark as Delivered' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  await expect
    .poll(async () => {
      const account = await page.request.get('/api/runners/me')
      const { settlements } = await account.json()
      return settlements.find((one: { invoice_id: string }) => one.invoice_id === invoiceId)
    })
    .toMatchObject({
      status: 'delivered',
      hair_value: 700,
      items_total: 600.44,
      balance_amount: 99.56,
      balance_type: 'return',
    })
})

test('items dearer than the hair leave a balance that is collected in cash', async ({ page }) => {
  await signIn(page)
  await openCustomer(page, 'Nakash Vanaja')
  await startVisit(page)
  await weigh(page, 'Black Hair', 100)
  await page.getByRole('button', { name: /^Items/ }).click()
  await page.getByRole('button', { name: 'BUY Rice Cooker' }).click()
  const cart = page.getByRole('region', { name: 'Cart' })
  await expect(cart.getByText('Balance to collect')).toBeVisible()
  await cart.getByRole('button', { name: 'Proceed' }).click()

  await expect(page.getByText('Balance to Collect')).toBeVisible()
  await expect(page.getByLabel('Cash amount')).toHaveValue('856.44')
  await page.getByRole('radio', { name: 'Cash' }).check({ force: true })
  await takePacketPhoto(page)
  await page.getByLabel('Cash amount').fill('0')
  const receipt = page.getByRole('group', { name: 'Cash receipt' })
  await receipt
    .getByLabel('Choose from gallery')
    .setInputFiles((await import('./support/photo.ts')).packetPhoto)
  await expect(receipt.getByRole('img')).toBeVisible()
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await expect(
    page.getByText('Please enter the cash amount collected from customer.'),
  ).toBeVisible()
  await page.getByLabel('Cash amount').fill('856.44')
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  expect(await readInvoiceId(page)).toMatch(/^CASH-/)
})

test('a single order is created, delivered and shown', async ({ page }) => {
  await signIn(page)
  await openCustomer(page, 'Patil Savitri')
  await startVisit(page)
  await page.goto('/placeorder?product=handbag')
  await page.getByLabel('Hair Weight').fill('30 gms')
  await page.getByLabel('Cash', { exact: true }).last().fill('Rs. 100.00')
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByText('Order Successfully Created!')).toBeVisible()
  await expect(page.getByText('White Hair')).toBeVisible()
  await page.getByRole('link', { name: 'View Assigned Customers' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Patil Savitri/ })).toHaveCount(0)
})
