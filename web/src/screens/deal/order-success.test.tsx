import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { address, showScreen } from '../../../test/show-screen.tsx'
import { links, type OrderSuccessQuery } from '../../links.ts'
import OrderSuccess from './order-success.tsx'

const newOrder = (order: Partial<OrderSuccessQuery> = {}): OrderSuccessQuery => ({
  customer: 'Lakshmi',
  product: 'Rice Cooker',
  orderId: 'ORD-20261121-004711',
  amount: '1206.44',
  payment: 'whiteHair',
  realApi: 'true',
  ...order,
})
const showOrder = (order?: Partial<OrderSuccessQuery>) =>
  showScreen(<OrderSuccess />, links.orderSuccess(newOrder(order)))

/** The value beside a label. */
const valueOf = (label: string) =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === label)
    ?.nextElementSibling?.textContent

test('the screen shows that the order was created [R-2.191]', async () => {
  await showOrder()
  await expect
    .element(page.getByRole('heading', { name: 'Order Successfully Created!' }))
    .toBeVisible()
})

test.each([
  ['ORD-20261121-004711', '004711'],
  ['501', '501'],
])('the order id %s is shown as %s [R-2.190, R-2.192]', async (orderId, shown) => {
  await showOrder({ orderId })
  expect(valueOf('Order ID')).toBe(shown)
})

test('the screen shows customer, product and amount [R-2.190, R-2.193]', async () => {
  await showOrder()
  expect(valueOf('Customer')).toBe('Lakshmi')
  expect(valueOf('Product')).toBe('Rice Cooker')
  expect(valueOf('Amount')).toBe('₹1,206')
})

test.each([
  ['whiteHair', 'White Hair'],
  ['fullHair', 'Full Hair'],
  ['cash', 'Cash'],
  ['gold', 'gold'],
])('the payment %s is shown as %s [R-2.190, R-2.194]', async (payment, shown) => {
  await showOrder({ payment })
  expect(valueOf('Payment Type')).toBe(shown)
})

test('the status is delivered [R-2.195]', async () => {
  await showOrder()
  expect(valueOf('Status')).toBe('Delivered')
})

test.each([
  ['true', 0],
  ['false', 1],
])('with realApi=%s the screen has %i demo badges [R-2.190]', async (realApi, marks) => {
  await showOrder({ realApi })
  expect(page.getByText('Demo', { exact: true }).elements()).toHaveLength(marks)
})

test.each([
  ['View Assigned Customers', '/deliveries', 'R-2.196'],
  ['Create Another Order', '/products', 'R-2.197'],
])('%s goes to %s [%s]', async (name, path) => {
  await showOrder()
  await page.getByRole('link', { name }).click()
  await expect.poll(address).toBe(path)
})

test.each(['', '?amount=%3Cscript%3E&orderId=%00&payment=__proto__', '?amount=1e308'])(
  'an invalid link does not show a blank page: %s',
  async (query) => {
    await showScreen(<OrderSuccess />, `/order-success${query}`)
    await expect
      .element(page.getByRole('heading', { name: 'Order Successfully Created!' }))
      .toBeVisible()
    expect(document.body.textContent).not.toMatch(/₹|NaN|undefined/)
  },
)
