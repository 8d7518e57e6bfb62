import {
  chooseCash,
  makeSingleOrder,
  payByUpi,
  readInvoiceId,
  signIn,
  startDeal,
  startVisit,
  weigh,
} from '../support/runner.ts'
import { storedDeals } from '../support/phone-storage.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'

test('with a plain portal any six digits sign in and a cash payment is completed', async ({
  page,
  plainPortal,
}) => {
  await signIn(page, '9876543210')
  await expect(page.getByRole('link', { name: /Other Runner/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Portal Delivered/ })).toHaveCount(0)
  await startDeal(page, 'Portal Lakshmi', 100)
  await expect.poll(() => plainPortal.calls('PUT /api/customers/26')).toHaveLength(1)
  expect(plainPortal.calls('PUT /api/customers/26')[0]?.body).toMatchObject({
    status: 'pending',
    notes: 'Customer is interested and order is being processed',
    runner_id: 1,
  })
  await chooseCash(page)
  await expect(page.getByRole('region', { name: 'Location' })).toContainText('±')
  await payByUpi(page, 'UPI7')
  const invoiceId = await readInvoiceId(page)

  await expect.poll(() => plainPortal.calls('PUT /api/orders/ORD-000501')).not.toEqual([])
  expect(plainPortal.calls('POST /api/orders')).toHaveLength(1)
  expect(plainPortal.calls('POST /api/orders')[0]).toMatchObject({
    body: { customer_id: 26, runner_id: 1, product_id: 'hair-purchase', total_amount: 350 },
    idempotencyKey: expect.stringMatching(/.+/),
  })
  expect(plainPortal.calls('PUT /api/orders/ORD-000501')[0]?.body).toMatchObject({
    status: 'delivered',
  })
  expect(await storedDeals(page, 'cashPayments')).toEqual([
    expect.objectContaining({
      invoice_id: invoiceId,
      hair_value: 350,
      status: 'completed',
      location: expect.objectContaining({ address: '17.385000, 78.486700' }),
    }),
  ])
})

test('a single order sends three calls: order, delivered order, delivered customer', async ({
  page,
  plainPortal,
}) => {
  await signIn(page)
  await startVisit(page, 'Portal Lakshmi')
  plainPortal.fail('POST /api/orders', { status: 500 })
  await makeSingleOrder(page, { product: 'handbag', hairWeight: '30 gms', cash: 'Rs. 100.00' })
  await expect.poll(() => plainPortal.calls('POST /api/orders')).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'CONFIRM' })).toBeEnabled()
  await expect(page).toHaveURL(/placeorder/)

  plainPortal.fail('POST /api/orders', undefined)
  await page.getByRole('button', { name: 'CONFIRM' }).click()
  await expect(page.getByRole('main').getByText('Order Successfully Created!')).toBeVisible()
  await expect(page.getByText('000501')).toBeVisible()
  const [first, second] = plainPortal.calls('POST /api/orders')
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
  expect(second?.body).toMatchObject({
    product_id: 'handbag',
    purchase_type: 'whiteHair',
    payment_method: 'hair',
    hair_weight: '30 gms',
    cash_amount: 'Rs. 100.00',
  })
  await expect
    .poll(() => plainPortal.calls('PUT /api/customers/26').map(({ body }) => body))
    .toContainEqual(expect.objectContaining({ status: 'delivered', runner_id: 1 }))
})

test('a deal without a signed-in runner waits for the sign-in and is not lost', async ({
  page,
}) => {
  await page.goto('/payment-mode?customerId=26&customerName=Portal%20Lakshmi')
  await weigh(page, 'Black Hair', 100)
  await chooseCash(page)
  await payByUpi(page, 'UPI1')
  await expect(page.getByText('Please sign in again')).toBeVisible()

  await signIn(page)
  await page.goto('/cash-payment')
  await expect(page.getByText('₹350').first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Sealed hair packet photo' })).toBeVisible()
  await page.getByLabel('UPI reference number').fill('UPI1')
  await page.getByRole('button', { name: 'Complete & Generate Invoice' }).click()
  expect(await readInvoiceId(page)).toMatch(/^CASH-/)
})
