import type { PlainPortal } from '../support/servers/plain-portal.ts'
import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { weigh } from '../support/runner.ts'

// Without a signed-in runner the app fetches nothing in advance, so every call is from the screen.
const HAIR_OF_LAKSHMI = '/payment-mode?customerId=26&customerName=Portal%20Lakshmi'

const secondsBetween = (plainPortal: PlainPortal, call: string) => {
  const times = plainPortal.calls(call).map(({ at }) => at)
  return times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 1_000)
}

test('hair prices are fetched three times, 200 and 400 ms apart, then the fallback types are used [R-7.017, R-8.061]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail('GET /api/hair-pricing', { status: 500 })
  await page.goto(HAIR_OF_LAKSHMI)
  await weigh(page, 'Black Hair', 100)
  await weigh(page, 'Grey Hair', 20)
  await expect(page.getByText('₹380').first()).toBeVisible()
  expect(plainPortal.calls('GET /api/hair-pricing')).toHaveLength(3)
  const [first = 0, second = 0] = secondsBetween(plainPortal, 'GET /api/hair-pricing')
  expect(first).toBeGreaterThanOrEqual(0.19)
  expect(second).toBeGreaterThanOrEqual(0.39)
})

test('a server without active hair types leads to a message and no weight field [R-8.060]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.reply('GET /api/hair-pricing', [{ hair_type: 'old_hair', price: 0 }])
  await page.goto(HAIR_OF_LAKSHMI)
  await expect(
    page.getByText('Unable to load hair types. Please refresh the page or contact support.'),
  ).toBeVisible()
})

test('without products from the server the demo products are shown with a notice [R-7.012, R-8.053]', async ({
  page,
  plainPortal,
}) => {
  plainPortal.fail('GET /api/products', { status: 502, body: '<html>Bad gateway</html>' })
  await page.goto('/products')
  await expect(
    page
      .getByRole('main')
      .getByText('Showing available products. Admin portal connection will retry automatically.'),
  ).toBeVisible()
  await expect(page.getByText('Cooking Set')).toBeVisible()
  await expect(page.getByText('₹1,206')).toBeVisible()
})
