import { addProduct, emptyCart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import { paise } from '@veni/domain/money'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { json, noNetwork, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import {
  address,
  addressQuery,
  forgetVisits,
  HERE_AGAIN,
  showScreen,
  startVisit,
} from '../../test/show-screen.tsx'
import { activeVisit, selectCustomer } from '../state/visit.ts'
import PaymentMode from './payment-mode.tsx'

const hairPricing = [
  { hair_type: 'black_hair', price_per_20g: 70, minimum_weight_grams: 20 },
  { hair_type: 'brown_hair', price_per_20g: 55, minimum_weight_grams: 30 },
]
const HERE = '/payment-mode?customerId=26&customerName=Lakshmi'
const total = page.getByRole('status').filter({ hasText: 'Total Hair Value' })
const black = page.getByRole('spinbutton', { name: 'Black Hair' })
const brown = page.getByRole('spinbutton', { name: 'Brown Hair' })
const option = (name: 'Cash' | 'Items') => page.getByRole('button', { name, exact: true })

let portal: PortalStub

beforeEach(() => {
  forgetVisits()
  portal = startPortalStub()
  portal.answer('GET /api/hair-pricing', json({ pricing: hairPricing }))
})

test('each type is valued at its own price, and the total follows every change', async () => {
  await showScreen(<PaymentMode />, HERE)
  await black.fill('100')
  await brown.fill('37')
  await expect.element(total).toHaveTextContent('₹452')
  await expect.element(black).toHaveAttribute('min', '0')
  await expect.element(black).toHaveAttribute('step', '1')
  await black.fill('')
  await expect.element(total).toHaveTextContent('₹102')
  expect(activeVisit.get()?.cart.hairValuePaise).toBe(102_00)
})

test('below its minimum a type is marked, says its minimum and counts nothing', async () => {
  await showScreen(<PaymentMode />, HERE)
  await brown.fill('29')
  await expect.element(page.getByText('Weight must be at least 30g')).toBeVisible()
  await expect.element(brown).toHaveAttribute('aria-invalid', 'true')
  await expect.element(total).toHaveTextContent('₹0')
  await brown.fill('30')
  await expect.element(page.getByText('Weight must be at least 30g')).not.toBeInTheDocument()
  await expect.element(total).toHaveTextContent('₹83')
})

test.each(['-40', '0', '100001'])('a weight of %s counts nothing', async (weight) => {
  await showScreen(<PaymentMode />, HERE)
  await black.fill(weight)
  await expect.element(black).toHaveValue(Number(weight))
  await expect.element(total).toHaveTextContent('₹0')
})

test('with nothing weighed both options look disabled and answer with the reason', async () => {
  await showScreen(<PaymentMode />, HERE)
  await expect.element(black).toBeVisible()
  for (const name of ['Cash', 'Items'] as const)
    await expect.element(option(name)).toHaveAttribute('aria-disabled', 'true')
  await option('Items').click({ force: true })
  await expect.element(page.getByText('Please enter hair weights before proceeding.')).toBeVisible()
  expect(address()).toBe('/payment-mode')
  await black.fill('20')
  await expect
    .element(page.getByText('Please enter hair weights before proceeding.'))
    .not.toBeInTheDocument()
})

test("Cash leads to /cash-payment with the visit's figures", async () => {
  startVisit({ cart: addProduct(emptyCart('26', 'Lakshmi'), DEMO_PRODUCTS[0]!) })
  await showScreen(<PaymentMode />, HERE)
  await black.fill('100')
  await option('Cash').click()
  expect(address()).toBe('/cash-payment')
  expect(addressQuery()).toMatchObject({
    customer: 'Lakshmi',
    customerId: '26',
    hairValue: '350',
    itemsTotal: '29.44',
    balance: '320.56',
  })
})

test('Items leads to the catalogue with the hair value as credit', async () => {
  await showScreen(<PaymentMode />, HERE)
  await black.fill('100')
  await option('Items').click()
  expect(address()).toBe('/products')
  expect(addressQuery()).toEqual({ customerId: '26', customer: 'Lakshmi', hairValue: '350' })
})

test('Items leads to the settlement when the cart already holds gifts', async () => {
  startVisit({ cart: addProduct(emptyCart('26', 'Lakshmi'), DEMO_PRODUCTS[2]!) })
  await showScreen(<PaymentMode />, HERE)
  await black.fill('100')
  await option('Items').click()
  expect(address()).toBe('/items-settlement')
})

test('weights of the session come back, at the prices of today', async () => {
  startVisit({ hair: { black_hair: 40 }, cart: emptyCart('26', 'Lakshmi', paise(80_00)) })
  activeVisit.set(undefined)
  await showScreen(<PaymentMode />, HERE)
  await expect.element(black).toHaveValue(40)
  await expect.element(total).toHaveTextContent('₹140')
  await expect.poll(() => activeVisit.get()?.cart.hairValuePaise).toBe(140_00)
})

test('weights of the link win over the session, once: a reload keeps what was typed since', async () => {
  startVisit({ hair: { black_hair: 40 } })
  const link = `${HERE}&hairCollections=${encodeURIComponent('{"black_hair":60}')}`
  const shown = await showScreen(<PaymentMode />, link)
  await expect.element(black).toHaveValue(60)
  await black.fill('80')
  await shown.unmount()
  await showScreen(<PaymentMode />, HERE_AGAIN)
  await expect.element(total).toHaveTextContent('₹280')
  await expect.element(black).toHaveValue(80)
  expect(addressQuery().hairCollections).toBe('{"black_hair":60}')
})

test('focus=hair puts the cursor into the first weight', async () => {
  await showScreen(<PaymentMode />, `${HERE}&focus=hair`)
  await expect.element(black).toHaveFocus()
  await userEvent.keyboard('45')
  await expect.element(total).toHaveTextContent('₹158')
})

test('while the types load it says so', async () => {
  portal.answer('GET /api/hair-pricing', () => new Promise(() => undefined))
  await showScreen(<PaymentMode />, HERE)
  await expect.element(page.getByText('Loading hair types...')).toBeVisible()
})

test('without network the fallback types stand in', async () => {
  portal.answer('GET /api/hair-pricing', noNetwork())
  await showScreen(<PaymentMode />, HERE)
  await page.getByRole('spinbutton', { name: 'Grey Hair' }).fill('20')
  await expect.element(total).toHaveTextContent('₹30')
})

test('a portal without an active type says what to do', async () => {
  portal.answer('GET /api/hair-pricing', json([{ ...hairPricing[0], is_active: false }]))
  await showScreen(<PaymentMode />, HERE)
  const sentence = 'Unable to load hair types. Please refresh the page or contact support.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(option('Cash')).toHaveAttribute('aria-disabled', 'true')
})

test('without a customer it leads to the deliveries', async () => {
  await showScreen(<PaymentMode />, '/payment-mode')
  await page.getByRole('link', { name: 'Choose a customer' }).click()
  expect(address()).toBe('/deliveries')
})

test("another customer's link asks first when the cart holds gifts; declining keeps both", async () => {
  startVisit({ cart: addProduct(emptyCart('26', 'Lakshmi'), DEMO_PRODUCTS[2]!) })
  await showScreen(<PaymentMode />, '/payment-mode?customerId=27&customerName=Padma')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Lakshmi #26')).toBeVisible()
  expect(activeVisit.get()?.customer.id).toBe('26')
  await expect.poll(() => addressQuery()).toEqual({ customerId: '26', customerName: 'Lakshmi' })
})

test("another customer's link brings his own weights and leaves the first one's alone", async () => {
  startVisit({ hair: { black_hair: 40 } })
  await showScreen(<PaymentMode />, '/payment-mode?customerId=27&customerName=Padma')
  await expect.element(black).toHaveValue(null)
  await black.fill('20')
  selectCustomer({ id: '26', name: 'Lakshmi', mobile: '', email: '', location: '' })
  await expect.element(black).toHaveValue(40)
})

test.each([
  'hairCollections=%7B%22black_hair%22%3A',
  'hairCollections=%5B1%2C2%5D',
  'hairCollections=%7B%22black_hair%22%3A%22NaN%22%2C%22__proto__%22%3A99%7D',
  'hairCollections=%7B%22black_hair%22%3A-5%2C%22brown_hair%22%3A1e99%7D',
  'customerName=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
])('a senseless link weighs nothing: %s', async (query) => {
  await showScreen(<PaymentMode />, `/payment-mode?customerId=26&${query}`)
  await expect.element(black).toHaveValue(null)
  await expect.element(total).toHaveTextContent('₹0')
})
