import type { Page } from '@playwright/test'
import { storedDeals } from '../support/phone-storage.ts'
import { packetPhoto } from '../support/photo.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import {
  chooseCash,
  openCustomer,
  payByUpi,
  readInvoiceId,
  signIn,
  startDeal,
  startVisit,
  takePacketPhoto,
} from '../support/runner.ts'

test.beforeEach(({ page }) => signIn(page))

test('a failed status update shows an alert, and the runner continues [R-4.019, R-8.040]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail('PUT /api/customers/26', { status: 500 })
  await startVisit(page, 'Portal Lakshmi')
  await expect(
    page.getByText('Failed to update customer status. Navigation will continue.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/payment-mode/)
  // The outbox still has the update and sends it when the server works again.
  plainPortal.fail('PUT /api/customers/26', undefined)
  await expect.poll(() => plainPortal.customers[0]?.status).toBe('pending')
})

test('a status update without an answer in 10 s shows a timeout alert [R-8.041]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail('PUT /api/customers/26', { delayMs: 15_000 })
  await openCustomer(page, 'Portal Lakshmi')
  await page.getByRole('button', { name: 'Rejected (Not Interested)' }).click()
  await expect(page.getByText('Update customer status to "rejected"?')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/deliveries/)
  await expect(
    page.getByText('Request timeout. Please try again. Navigation will continue.'),
  ).toBeVisible()
})

for (const [status, sentence] of [
  [500, 'Server error. Please try again later.'],
  [404, 'Customer details not found. Please try again.'],
] as const)
  test(`customer details that fail with ${status} show an error and are fetched three more times [R-8.032, R-8.033]`, async ({
    page,
    plainPortal,
  }) => {
    plainPortal.fail('GET /api/customers', { status })
    await page.goto('/enquiry-details/77')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect
      .poll(() => plainPortal.requests.filter(({ query }) => query.get('id') === '77'))
      .toHaveLength(4)
  })

test('an unknown customer shows "Customer not found" with a link back [R-2.219]', async ({
  page,
}) => {
  await page.goto('/enquiry-details/777')
  await expect(page.getByText('Customer not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Deliveries' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
})

async function toCashPayment(page: Page) {
  await startDeal(page, 'Portal Lakshmi', 100)
  await chooseCash(page)
}

test('a photo that the image host refuses shows an error and is not stored [R-8.070]', async ({
  page,
  plainPortal,
}) => {
  const body = { error: { code: 'too-large', message: '' } }
  plainPortal.fail('POST /api/uploads', { status: 413, body })
  await toCashPayment(page)
  const packet = page.getByRole('group', { name: 'Sealed hair packet photo' })
  await packet.getByLabel('Gallery').setInputFiles(packetPhoto)
  await expect(page.getByText('Failed to upload photo. Please try again.')).toBeVisible()
  await expect(packet.getByRole('img')).toHaveCount(0)
})

test('a photo is stored and shown while the image host is down, and the deal continues [R-7.020]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail('POST /api/uploads', { status: 503 })
  await toCashPayment(page)
  await takePacketPhoto(page)
  await page.reload()
  // The photo belongs to the visit, so a new page still has it.
  await expect(page.getByRole('img', { name: 'Sealed hair packet photo' })).toBeVisible()
  await page.getByLabel('UPI reference number').fill('UPI9')
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  await readInvoiceId(page)
  await expect.poll(() => plainPortal.calls('PUT /api/orders/ORD-000501')).toHaveLength(1)
})

for (const [what, file, sentence] of [
  [
    'of the wrong type',
    { name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a bill') },
    'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.',
  ],
  [
    'over 5 MB that no phone can decode',
    {
      name: 'big.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1, 0xff),
    },
    'File size too large. Maximum 5MB allowed.',
  ],
] as const)
  test(`a file ${what} is refused with the specified message [R-5.050, R-5.051]`, async ({
    page,
  }) => {
    await toCashPayment(page)
    const packet = page.getByRole('group', { name: 'Sealed hair packet photo' })
    await packet.getByLabel('Gallery').setInputFiles(file)
    await expect(page.getByText(sentence)).toBeVisible()
  })

test('a deal is complete on the phone although its order fails, and the order is sent later [R-7.026]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail('POST /api/orders', { status: 500 })
  await toCashPayment(page)
  await payByUpi(page, 'UPI9')
  await readInvoiceId(page)
  await expect(page.getByText('Status: Completed')).toBeVisible()
  await expect.poll(() => plainPortal.calls('POST /api/orders').length).toBeGreaterThanOrEqual(1)
  await expect(page.getByText('On this phone', { exact: true })).toBeVisible()
  plainPortal.fail('POST /api/orders', undefined)
  await expect(page.getByText('Received by the office', { exact: true })).toBeVisible()
  const keys = new Set(
    plainPortal.calls('POST /api/orders').map(({ idempotencyKey }) => idempotencyKey),
  )
  expect(keys.size).toBe(1)
})

test.describe('without permission for the location', () => {
  test.use({ permissions: [] })

  test('the deal is completed with 0,0 and "Location not available" [R-8.074]', async ({
    page,
  }) => {
    await toCashPayment(page)
    await expect(page.getByText('Location not available')).toBeVisible()
    await payByUpi(page, 'UPI9')
    await readInvoiceId(page)
    const location = {
      latitude: 0,
      longitude: 0,
      address: 'Location not available',
      reason: 'denied',
    }
    expect(await storedDeals(page, 'cashPayments')).toEqual([expect.objectContaining({ location })])
  })
})
