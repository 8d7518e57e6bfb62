import { makeSingleOrder, signIn, startVisit } from '../support/runner.ts'
import { expect, test } from '../support/fixtures/journey-test.ts'

test('a single order is created, delivered and shown, and its customer is delivered [R-4.060]', async ({
  page,
  server,
}) => {
  await signIn(page)
  await startVisit(page, 'Patil Savitri')
  await makeSingleOrder(page, { product: 'handbag', hairWeight: '30 gms', cash: 'Rs. 100.00' })
  await expect(page.getByRole('main').getByText('Order Successfully Created!')).toBeVisible()
  await expect(page.getByText('White Hair')).toBeVisible()
  await expect.poll(() => server.statusOf(page, 18)).toBe('delivered')
  const delivered = await server.deliveredOrders(page)
  expect(delivered.map(({ customerId }) => customerId)).toEqual([18])
  await page.getByRole('link', { name: 'View Assigned Customers' }).click()
  await expect(page.getByRole('heading', { name: 'My Deliveries' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Patil Savitri/ })).toHaveCount(0)
})
