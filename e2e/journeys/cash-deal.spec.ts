import {
  chooseCash,
  chooseItems,
  payByUpi,
  readInvoiceId,
  signIn,
  startDeal,
  takePacketPhoto,
} from '../support/runner.ts'
import { storedDeals } from '../support/phone-storage.ts'
import { packetPhoto } from '../support/photo.ts'
import { expect, test } from '../support/fixtures/journey-test.ts'

test('a runner pays 350 ₹ for 100 g of black hair, from sign-in to invoice [R-1.001, R-1.002, R-1.004, R-1.005, R-1.008]', async ({
  page,
  server,
}) => {
  await signIn(page)
  const assigned = page.getByRole('region', { name: /^Assigned/ })
  await expect(assigned.getByRole('link', { name: /Gurram Lakshmi/ })).toBeVisible()
  await startDeal(page, 'Gurram Lakshmi', 100)
  await expect.poll(() => server.statusOf(page, 1)).toBe('pending')
  await expect(page.getByText('₹350').first()).toBeVisible()
  await chooseCash(page)
  await expect(page.getByRole('region', { name: 'Location' })).toContainText('±')
  await payByUpi(page, 'UPI2611210001')
  const invoiceId = await readInvoiceId(page)
  expect(invoiceId).toMatch(/^CASH-/)
  await expect(page.getByText('Status: Completed')).toBeVisible()
  await expect
    .poll(() => server.deliveredOrders(page))
    .toEqual([{ customerId: 1, productName: 'Hair purchase' }])

  expect(await storedDeals(page, 'cashPayments')).toEqual([
    expect.objectContaining({
      invoice_id: invoiceId,
      customer_name: 'Gurram Lakshmi',
      hair_value: 350,
      hair_weight: 100,
      payout_method: 'upi',
      upi_reference: 'UPI2611210001',
      status: 'completed',
      location: expect.objectContaining({ latitude: 17.385, longitude: 78.4867 }),
    }),
  ])

  await page.getByRole('button', { name: 'Back to Deliveries' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Bolla Sujatha/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText(invoiceId)).toBeVisible()
})

test('an incomplete cash payment shows what is missing, in the specified order, and sends nothing', async ({
  page,
  server,
}) => {
  await signIn(page)
  await startDeal(page, 'Kondapaka Yadamma', 40)
  await chooseCash(page)
  const complete = page.getByRole('button', { name: 'Complete & Generate Invoice' })

  await complete.click()
  await expect(page.getByText('Please upload a photo of the sealed hair packet.')).toBeVisible()
  await takePacketPhoto(page)
  await complete.click()
  await expect(page.getByText('Please enter UPI reference number.')).toBeVisible()
  await page.getByRole('radio', { name: 'Cash' }).check({ force: true })
  await complete.click()
  await expect(page.getByText('Please upload cash receipt.')).toBeVisible()
  expect(await server.deliveredOrders(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('cashPayments'))).toBeNull()
})

test('a deal in flight mode is stored on the phone and sent when there is a network [R-4.069]', async ({
  page,
  context,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page)
  await startDeal(page, 'Beeram Mounika', 40)
  await chooseCash(page)
  await page.getByLabel('UPI reference number').fill('OFFLINE1')
  await context.setOffline(true)
  await takePacketPhoto(page)
  // Two quick taps make only one deal.
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).dblclick()
  const invoiceId = await readInvoiceId(page)
  await expect(page.getByText('On this phone', { exact: true })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  expect(await readInvoiceId(page)).toBe(invoiceId)
  expect(await server.deliveredOrders(page)).toEqual([
    { customerId: 7, productName: 'Hair purchase' },
  ])
})

test('items that cost more than the hair value leave a balance, which is collected in cash', async ({
  page,
  server,
}) => {
  await signIn(page)
  await startDeal(page, 'Nakash Vanaja', 100)
  await chooseItems(page)
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
  await receipt.getByLabel('Gallery').setInputFiles(packetPhoto)
  await expect(receipt.getByRole('img')).toBeVisible()
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await expect(
    page.getByText('Please enter the cash amount collected from customer.'),
  ).toBeVisible()
  await page.getByLabel('Cash amount').fill('856.44')
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  expect(await readInvoiceId(page)).toMatch(/^CASH-/)
  await expect
    .poll(() => server.deliveredOrders(page))
    .toEqual([{ customerId: 13, productName: 'Rice Cooker × 1' }])
})
