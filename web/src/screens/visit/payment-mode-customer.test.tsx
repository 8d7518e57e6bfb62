import { addProduct, createCart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { paise } from '@veni/domain/money'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { black, PAYMENT_MODE, startHairServer, total } from '../../../test/payment-mode.ts'
import { signInRunner } from '../../../test/runner.ts'
import {
  address,
  addressQuery,
  HERE_AGAIN,
  showScreen,
  startVisit,
} from '../../../test/show-screen.tsx'
import { closeAtSignOut } from '../../features/sign-in/close-at-sign-out.ts'
import { painted } from '../../lib/after-paint.ts'
import { endSession } from '../../state/session.ts'
import { activeVisit, selectCustomer } from '../../state/visit.ts'
import PaymentMode from './payment-mode.tsx'

beforeEach(() => void startHairServer())

test("the query has the customer's name, place and mobile [R-2.141]", async () => {
  await showScreen(<PaymentMode />, `${PAYMENT_MODE}&location=Kothapalli&mobile=9848012345`)
  for (const text of ['Lakshmi #26', 'Kothapalli', '9848012345'])
    await expect.element(page.getByText(text)).toBeVisible()
})

test('without a query the screen shows the customer of the session [R-2.142]', async () => {
  startVisit()
  await showScreen(<PaymentMode />, '/payment-mode')
  for (const text of ['Lakshmi #26', 'Kothapalli', '9848012345'])
    await expect.element(page.getByText(text)).toBeVisible()
})

test("the weights of the session are restored at today's prices [R-2.143]", async () => {
  startVisit({ hair: { black_hair: 40 }, cart: createCart('26', 'Lakshmi', paise(80_00)) })
  activeVisit.set(undefined)
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect.element(black).toHaveValue(40)
  await expect.element(total).toHaveTextContent('₹140')
  await expect.poll(() => activeVisit.get()?.cart.hairValuePaise).toBe(140_00)
})

test('a hair value from a link stays until the runner types a weight', async () => {
  startVisit({ cart: createCart('26', 'Lakshmi', paise(80_00)) })
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect.element(black).toBeVisible()
  expect(activeVisit.get()?.cart.hairValuePaise).toBe(80_00)
  await black.fill('40')
  await expect.poll(() => activeVisit.get()?.cart.hairValuePaise).toBe(140_00)
})

test('the weights of the link replace the weights of the session once, and a reload does not undo later changes [R-2.144]', async () => {
  startVisit({ hair: { black_hair: 40 } })
  const link = `${PAYMENT_MODE}&hairCollections=${encodeURIComponent('{"black_hair":60}')}`
  const shown = await showScreen(<PaymentMode />, link)
  await expect.element(black).toHaveValue(60)
  await black.fill('80')
  await shown.unmount()
  await showScreen(<PaymentMode />, HERE_AGAIN)
  await expect.element(total).toHaveTextContent('₹280')
  await expect.element(black).toHaveValue(80)
  expect(addressQuery().hairCollections).toBe('{"black_hair":60}')
})

test('without a customer the screen links to the deliveries', async () => {
  await showScreen(<PaymentMode />, '/payment-mode')
  await page.getByRole('link', { name: 'Choose a customer' }).click()
  await expect.poll(address).toBe('/deliveries')
})

test("another customer's link asks first when the cart has items; declining changes nothing [R-4.051]", async () => {
  startVisit({ cart: addProduct(createCart('26', 'Lakshmi'), DEMO_PRODUCTS[2]!) })
  await showScreen(<PaymentMode />, '/payment-mode?customerId=27&customerName=Padma')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Lakshmi #26')).toBeVisible()
  expect(activeVisit.get()?.customer.id).toBe('26')
  await expect.poll(() => addressQuery()).toEqual({ customerId: '26', customerName: 'Lakshmi' })
})

test("a sign-out in another tab while a link asks opens no visit of the last runner's customers", async () => {
  onTestFinished(closeAtSignOut())
  signInRunner()
  startVisit({ cart: addProduct(createCart('26', 'Lakshmi'), DEMO_PRODUCTS[2]!) })
  await showScreen(<PaymentMode />, '/payment-mode?customerId=27&customerName=Padma')
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  endSession()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await painted()
  expect(activeVisit.get()).toBeUndefined()
  expect(addressQuery()).toEqual({ customerId: '27', customerName: 'Padma' })
})

test("another customer's link loads that customer's weights and leaves the first customer's unchanged [R-3.033]", async () => {
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
])('an invalid link sets no weights: %s', async (query) => {
  await showScreen(<PaymentMode />, `/payment-mode?customerId=26&${query}`)
  await expect.element(black).toHaveValue(null)
  await expect.element(total).toHaveTextContent('₹0')
})
