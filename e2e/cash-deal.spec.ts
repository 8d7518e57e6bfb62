import {
  openCustomer,
  readInvoiceId,
  signIn,
  startVisit,
  takePacketPhoto,
  weigh,
} from './support/runner.ts'
import { expect, test, testAlone } from './support/test.ts'

testAlone(
  'a runner pays 350 ₹ for 100 g of black hair, and the deal is there after a server restart',
  async ({ page, ownVeni }) => {
    await signIn(page)
    await openCustomer(page, 'Gurram Lakshmi')
    await startVisit(page)
    await weigh(page, 'Black Hair', 100)
    await expect(page.getByText('₹350').first()).toBeVisible()
    await page.getByRole('button', { name: /^Cash/ }).click()

    await expect(page.getByRole('heading', { name: 'Cash Payment' })).toBeVisible()
    await page.getByLabel('UPI reference number').fill('UPI2611210001')
    await takePacketPhoto(page)
    await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
    const invoiceId = await readInvoiceId(page)
    expect(invoiceId).toMatch(/^CASH-/)
    await expect(page.getByText('Status: Completed')).toBeVisible()
    await expect(page.getByText('Received by the office')).toBeVisible()

    await ownVeni.restart()
    await page.getByRole('button', { name: 'Back to Deliveries' }).click()
    await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
    // Delivered: no longer among the customers to visit.
    await expect(page.getByRole('link', { name: /Bolla Sujatha/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /Gurram Lakshmi/ })).toHaveCount(0)

    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByText(invoiceId)).toBeVisible()

    const account = await page.request.get(`${ownVeni.url}/api/runners/me`)
    const { cash_payments: payments } = await account.json()
    expect(payments).toHaveLength(1)
    expect(payments[0]).toMatchObject({
      invoice_id: invoiceId,
      customer_name: 'Gurram Lakshmi',
      hair_value: 350,
      hair_weight: 100,
      payout_method: 'upi',
      upi_reference: 'UPI2611210001',
    })
  },
)

test('what a cash payment lacks is said, in the order of the specification, and nothing is sent', async ({
  page,
}) => {
  await signIn(page)
  await openCustomer(page, 'Kondapaka Yadamma')
  await startVisit(page)
  await weigh(page, 'Black Hair', 40)
  await page.getByRole('button', { name: /^Cash/ }).click()
  const complete = page.getByRole('button', { name: 'Complete & Generate Invoice' })

  await complete.click()
  await expect(page.getByText('Please upload a photo of the sealed hair packet.')).toBeVisible()
  await takePacketPhoto(page)
  await complete.click()
  await expect(page.getByText('Please enter UPI reference number.')).toBeVisible()
  await page.getByRole('radio', { name: 'Cash' }).check({ force: true })
  await complete.click()
  await expect(page.getByText('Please upload cash receipt.')).toBeVisible()

  const account = await page.request.get('/api/runners/me')
  expect((await account.json()).cash_payments).toEqual([])
})

test('a deal done in flight mode is on the phone, and with the office once there is network', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await signIn(page)
  await openCustomer(page, 'Beeram Mounika')
  await startVisit(page)
  await weigh(page, 'Grey Hair', 40)
  await page.getByRole('button', { name: /^Cash/ }).click()
  await page.getByLabel('UPI reference number').fill('OFFLINE1')
  await context.setOffline(true)
  await takePacketPhoto(page)
  // Two quick taps are one deal.
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).dblclick()
  const invoiceId = await readInvoiceId(page)
  await expect(page.getByText('On this phone', { exact: true })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Received by the office')).toBeVisible()
  const account = await page.request.get('/api/runners/me')
  const { cash_payments: payments } = await account.json()
  expect(
    payments.filter((one: { upi_reference: string }) => one.upi_reference === 'OFFLINE1'),
  ).toEqual([expect.objectContaining({ invoice_id: invoiceId, hair_value: 60 })])
})
