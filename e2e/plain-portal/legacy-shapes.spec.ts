import { expect, test } from '../support/fixtures/plain-portal-test.ts'
import { makeSingleOrder, signIn, startVisit, weigh } from '../support/runner.ts'

const product = { productId: 'steelpot', name: 'Steel Pot', price: '149.50', image: '' }

for (const [shape, reply] of [
  ['an array', [product]],
  ['{success, data}', { success: true, data: [product] }],
  ['{products}', { products: [product] }],
] as const)
  test(`the app reads products as ${shape} [R-7.011]`, async ({ page, plainPortal }) => {
    plainPortal.reply('GET /api/products', reply)
    await page.goto('/products?customerId=26&customer=Portal%20Lakshmi')
    await expect(page.getByText('Steel Pot')).toBeVisible()
    await expect(page.getByText('₹150')).toBeVisible()
    await expect(page.getByText('Cooking Set')).toHaveCount(0)
  })

for (const [shape, reply] of [
  ['an array', [{ hair_type: 'curly_hair', price_per_20g: 50, minimum_weight_grams: 40 }]],
  ['{data}', { data: [{ id: 'curly_hair', price: '50', minimum_weight: '40' }] }],
  ['{pricing}', { pricing: [{ id: 'curly_hair', rate: 50, minimum_weight: 40 }] }],
] as const)
  test(`the app reads hair prices as ${shape} [R-3.030, R-7.018]`, async ({
    page,
    plainPortal,
  }) => {
    plainPortal.reply('GET /api/hair-pricing', reply)
    await page.goto('/payment-mode?customerId=26&customerName=Portal%20Lakshmi')
    await weigh(page, 'Curly Hair', 39)
    await expect(page.getByText('Weight must be at least 40g')).toBeVisible()
    await weigh(page, 'Curly Hair', 60)
    await expect(page.getByText('₹150').first()).toBeVisible()
  })

const asked = { id: 26, member_name: 'Asked For', status: 'assigned', runner_id: '1' }
const neighbour = { id: 27, member_name: 'Neighbour', status: 'assigned', runner_id: 1 }

for (const [shape, reply] of [
  ['an array with others', [neighbour, asked]],
  ['a single object', asked],
] as const)
  test(`the app reads a customer's details as ${shape} [R-7.007, R-7.008]`, async ({
    page,
    plainPortal,
  }) => {
    await signIn(page)
    plainPortal.reply('GET /api/customers', reply)
    await page.goto('/enquiry-details/26')
    await expect(page.getByText('Asked For').first()).toBeVisible()
    await expect(page.getByText('Neighbour')).toHaveCount(0)
  })

for (const [shape, reply] of [
  ['id', { id: 880077 }],
  ['order_id', { success: true, order_id: '880077' }],
] as const)
  test(`the app reads an order id from ${shape} [R-3.055]`, async ({ page, plainPortal }) => {
    plainPortal.reply('POST /api/orders', reply)
    plainPortal.reply('PUT /api/orders/880077', {})
    await signIn(page)
    await startVisit(page, 'Portal Lakshmi')
    await makeSingleOrder(page, { product: 'handbag', hairWeight: '30 gms', cash: 'Rs. 100.00' })
    await expect(page.getByText('880077')).toBeVisible()
    expect(plainPortal.calls('PUT /api/orders/880077')).toHaveLength(1)
  })
