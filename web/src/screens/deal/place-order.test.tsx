import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { json, noNetwork, type StandInServer } from '../../../test/stand-in-server.ts'
import { address, startVisit } from '../../../test/show-screen.tsx'
import {
  cash,
  confirm,
  confirmOrder,
  openOrderForm,
  openPlaceOrder,
  hairWeight,
  PRODUCT_PICTURE,
  purchase,
  startOrderServer,
  writesTo,
} from '../../../test/single-order.ts'
import PlaceOrder from './place-order.tsx'

const main = page.getByRole('main')

let server: StandInServer
const writes = () => writesTo(server)

beforeEach(() => {
  server = startOrderServer()
})

const showForm = () => openOrderForm(<PlaceOrder />)

test('the product of the query is shown under the title [R-2.130]', async () => {
  await showForm()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Confirm Details')
  await expect.element(main).toHaveTextContent('Torch')
})

test('the screen shows the customer and the product card [R-2.131]', async () => {
  await showForm()
  await expect.element(main).toHaveTextContent('Lakshmi#26Torch50gms₹90')
  await expect.poll(() => main.element().querySelector('img')?.src).toBe(PRODUCT_PICTURE)
})

test('Purchase Type has three options, and White Hair is preselected [R-2.132]', async () => {
  await showForm()
  const group = page.getByRole('group', { name: 'Purchase Type' })
  await expect.element(group).toHaveTextContent('Full HairCashWhite Hair')
  expect(group.getByRole('radio').elements()).toHaveLength(3)
  await expect.element(purchase('White Hair')).toBeChecked()
  await purchase('Full Hair').click()
  await expect.element(purchase('White Hair')).not.toBeChecked()
})

test('Hair Weight and Cash are free text [R-2.133, R-2.134]', async () => {
  await showForm()
  await expect.element(hairWeight).toHaveAttribute('placeholder', '30 gms')
  await expect.element(cash).toHaveAttribute('placeholder', 'Rs. 100.00')
  for (const field of [hairWeight, cash]) {
    await expect.element(field).toHaveAccessibleDescription('Required')
    await field.fill('about a handful')
    await expect.element(field).toHaveValue('about a handful')
    expect((field.element() as HTMLInputElement).validity.valid).toBe(true)
  }
})

test.each([
  ['26', 'Behind the ZPHS school, Kamalapur, Hanamkonda, Telangana'],
  ['27', 'Main road, Thimmapur, Karimnagar, Telangana'],
  ['28', 'Near the reservoir guest house, Wyra, Khammam, Telangana'],
  ['29', 'Address not available'],
])('the delivery address of customer %s is: %s [R-2.135]', async (id, delivery) => {
  startVisit({}, { id })
  await openPlaceOrder(<PlaceOrder />)
  await expect
    .element(page.getByRole('region', { name: 'Delivery Address' }))
    .toHaveTextContent(delivery)
})

const words = () => document.body.textContent

test.each([
  ['', '', hairWeight],
  ['30 gms', '', cash],
  ['', '100', hairWeight],
  ['   ', '100', confirm],
  ['30 gms', '  ', confirm],
])(
  'hair weight %j with cash %j sends nothing and shows no message; the cursor is in an empty field [R-5.040]',
  async (weight, amount, focused) => {
    await showForm()
    await hairWeight.fill(weight)
    await cash.fill(amount)
    const before = words()
    await confirm.click()
    expect(words()).toBe(before)
    await expect.element(focused).toHaveFocus()
    // Both fields are filled, so the next tap is the first that sends.
    await confirmOrder()
    await expect.poll(address).toBe('/order-success')
    expect(server.calls('POST /api/orders')).toHaveLength(1)
    expect(server.calls('POST /api/orders')[0]?.body).toMatchObject({ hair_weight: '30 gms' })
  },
)

test.each([
  ['a failing server', json({}, 500)],
  ['a refusal', json({}, 422)],
  ['a reply without an order id', json({ success: true })],
  ['no network', noNetwork()],
])(
  'an order that fails because of %s is only logged; the screen does not change [R-8.073]',
  async (_, answer) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    server.answer('POST /api/orders', answer)
    await showForm()
    await expect.element(hairWeight).toBeVisible()
    const before = words()
    await confirmOrder()
    await expect.poll(() => warn.mock.calls).toEqual([['Order not created', expect.anything()]])
    await expect.element(confirm).toBeVisible()
    await expect.poll(words).toBe(before)
    await expect.poll(address).toBe('/placeorder')
    await expect.element(hairWeight).toHaveValue(' 30 gms ')
  },
)

test('an unknown product shows a message with a link back [R-2.137]', async () => {
  startVisit()
  await openPlaceOrder(<PlaceOrder />, 'palace')
  await expect.element(page.getByText('Product not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to products' }).click()
  await expect.poll(address).toBe('/products')
})

test('without a customer the screen leads to the deliveries [R-5.041]', async () => {
  await openPlaceOrder(<PlaceOrder />)
  await expect.poll(address).toBe('/deliveries')
  expect(writes()).toEqual([])
})
