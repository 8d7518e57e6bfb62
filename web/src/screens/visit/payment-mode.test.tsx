import { addProduct, createCart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { hairPricesReplySchema } from '@veni/domain/hair'
import { paise } from '@veni/domain/money'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { hueOf, tokenColour } from '../../../test/colours.ts'
import {
  black,
  brown,
  hairPricing,
  PAYMENT_MODE,
  startHairServer,
  total,
} from '../../../test/payment-mode.ts'
import { json, noNetwork, type StandInServer } from '../../../test/stand-in-server.ts'
import { signInRunner } from '../../../test/runner.ts'
import { address, addressQuery, showScreen, startVisit } from '../../../test/show-screen.tsx'
import { hairPricesQuery } from '../../api/hair-prices-query.ts'
import { readSnapshot } from '../../state/snapshots.ts'
import { activeVisit } from '../../state/visit.ts'
import { queryClient } from '../../api/query-client.ts'
import PaymentMode from './payment-mode.tsx'

/** The colour of the frame around an input shows whether its value is valid. */
const frameColour = (input: Locator) => getComputedStyle(input.element().parentElement!).borderColor
const OPTIONS = {
  Cash: 'Cash Pay via Cash/UPI. Invoice is generated after payment.',
  Items: 'Items Redeem hair value as gift items. Balance is tracked automatically.',
}
const option = (label: keyof typeof OPTIONS) =>
  page.getByRole('button', { name: OPTIONS[label], exact: true })

let server: StandInServer

beforeEach(() => {
  server = startHairServer()
})

const typeOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the screen has its title [R-2.140]', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Choose Payment Mode')
})

test('each type shows its price per 20g and its minimum [R-2.147]', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect.element(typeOf('Black Hair')).toHaveTextContent('₹70 per 20g · Minimum 20g')
  await expect.element(typeOf('Brown Hair')).toHaveTextContent('₹55 per 20g · Minimum 30g')
})

test('each type has a number input in grams from 0 in steps of 1 [R-2.146, R-5.033]', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  for (const input of [black, brown]) {
    await expect.element(input).toHaveAttribute('type', 'number')
    await expect.element(input).toHaveAttribute('min', '0')
    await expect.element(input).toHaveAttribute('step', '1')
    await expect.element(input).toHaveAccessibleName(/ weight in grams$/)
  }
})

test('each type is valued at its own price, and the total changes with each weight [R-2.148, R-2.149]', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await black.fill('100')
  await brown.fill('37')
  await expect.element(typeOf('Black Hair')).toHaveTextContent('Value ₹350')
  await expect.element(typeOf('Brown Hair')).toHaveTextContent('Value ₹102')
  await expect.element(page.getByRole('heading', { name: 'Hair Value Summary' })).toBeVisible()
  await expect.element(total).toHaveTextContent('₹452')
  await black.fill('')
  await expect.element(total).toHaveTextContent('₹102')
  expect(activeVisit.get()?.cart.hairValuePaise).toBe(102_00)
})

test('a weight below the minimum is marked red, shows the minimum and has no value [R-5.030, R-5.031]', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await brown.fill('29')
  await expect.element(page.getByText('Weight must be at least 30g')).toBeVisible()
  await expect.element(brown).toHaveAttribute('aria-invalid', 'true')
  expect(frameColour(brown)).toBe(tokenColour('--collect'))
  expect(hueOf(frameColour(brown))).toBe('red')
  expect(hueOf(frameColour(black))).toBe('grey')
  await expect.element(total).toHaveTextContent('₹0')
  await brown.fill('30')
  await expect.element(page.getByText('Weight must be at least 30g')).not.toBeInTheDocument()
  await expect.element(total).toHaveTextContent('₹83')
})

test.each(['-40', '0', '100001'])('a weight of %s has no value', async (weight) => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await black.fill(weight)
  await expect.element(black).toHaveValue(Number(weight))
  await expect.element(total).toHaveTextContent('₹0')
})

test('without weights both options are disabled and explain why [R-2.152, R-5.034]', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect.element(black).toBeVisible()
  for (const name of ['Cash', 'Items'] as const)
    await expect.element(option(name)).toHaveAttribute('aria-disabled', 'true')
  for (const name of ['Cash', 'Items'] as const) {
    await option(name).click({ force: true })
    await expect
      .element(page.getByText('Please enter hair weights before proceeding.'))
      .toBeVisible()
    await expect.poll(address).toBe('/payment-mode')
  }
  await black.fill('20')
  for (const name of ['Cash', 'Items'] as const)
    await expect.element(option(name)).not.toHaveAttribute('aria-disabled')
  await expect
    .element(page.getByText('Please enter hair weights before proceeding.'))
    .not.toBeInTheDocument()
})

test('Cash opens /cash-payment with the figures of the visit [R-2.150]', async () => {
  startVisit({ cart: addProduct(createCart('26', 'Lakshmi'), DEMO_PRODUCTS[0]!) })
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await black.fill('100')
  await option('Cash').click()
  await expect.poll(address).toBe('/cash-payment')
  expect(addressQuery()).toMatchObject({
    customer: 'Lakshmi',
    customerId: '26',
    hairValue: '350',
    itemsTotal: '29.44',
    balance: '320.56',
  })
})

test('Proceed with an empty cart moves to the options below the weights', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await black.fill('100')
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect
    .element(page.getByText('Cart is empty. Please add some items before proceeding.'))
    .toBeVisible()
  await expect.element(option('Cash')).toHaveFocus()
})

test('Items opens the products with the hair value as credit [R-2.151]', async () => {
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await black.fill('100')
  await option('Items').click()
  await expect.poll(address).toBe('/products')
  expect(addressQuery()).toEqual({ customerId: '26', customer: 'Lakshmi', hairValue: '350' })
})

test('Items opens the settlement when the cart has items [R-2.151]', async () => {
  startVisit({ cart: addProduct(createCart('26', 'Lakshmi'), DEMO_PRODUCTS[2]!) })
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await black.fill('100')
  await option('Items').click()
  await expect.poll(address).toBe('/items-settlement')
})

test('focus=hair scrolls to the weights and puts the cursor into the first field [R-2.145]', async () => {
  onTestFinished(() => page.viewport(360, 640))
  await page.viewport(360, 360)
  await showScreen(<PaymentMode />, `${PAYMENT_MODE}&focus=hair`)
  await expect.poll(() => window.scrollY).toBeGreaterThan(0)
  await expect.element(black).toHaveFocus()
  await userEvent.keyboard('45')
  await expect.element(total).toHaveTextContent('₹158')
})

test('while the types load the screen shows a label [R-2.153]', async () => {
  server.answer('GET /api/hair-pricing', () => new Promise(() => undefined))
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect.element(page.getByText('Loading hair types...')).toBeVisible()
})

test('without network the fallback types are used [R-8.061]', async () => {
  server.answer('GET /api/hair-pricing', noNetwork())
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await page.getByRole('spinbutton', { name: 'Grey Hair' }).fill('20')
  await expect.element(total).toHaveTextContent('₹30')
})

test('the prices of a snapshot are used instead of the fallback prices and show their age', async () => {
  signInRunner()
  server.answer('GET /api/hair-pricing', json([{ ...hairPricing[0], price_per_20g: 90 }]))
  const { unmount } = await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect.element(typeOf('Black Hair')).toHaveTextContent('₹90 per 20g')
  await expect
    .poll(async () => (await readSnapshot('hair-prices', hairPricesReplySchema))?.value)
    .toHaveLength(1)
  await unmount()
  queryClient.clear()
  server.answer('GET /api/hair-pricing', noNetwork())
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  const notice = page.getByText(/^Hair prices saved on this phone, as of \d/)
  await expect.element(notice).toBeVisible()
  await black.fill('20')
  await expect.element(total).toHaveTextContent('₹90')
})

test('after a lost session no weight is valued at fallback prices', async () => {
  server.answer('GET /api/hair-pricing', json({ error: { code: 'signed-out' } }, 401))
  startVisit({ hair: { black_hair: 40 }, cart: createCart('26', 'Lakshmi', paise(180_00)) })
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  await expect.poll(() => server.calls('GET /api/hair-pricing').length).toBeGreaterThan(0)
  await expect
    .poll(() => queryClient.getQueryState(hairPricesQuery().queryKey)?.error)
    .toBeInstanceOf(Error)
  await expect.element(page.getByText('Loading hair types...')).toBeVisible()
  expect(activeVisit.get()?.cart.hairValuePaise).toBe(180_00)
})

test('without an active type the screen shows what to do, and Retry requests the types again [R-8.060]', async () => {
  server.answer('GET /api/hair-pricing', json([{ ...hairPricing[0], is_active: false }]))
  await showScreen(<PaymentMode />, PAYMENT_MODE)
  const sentence = 'Unable to load hair types. Please refresh the page or contact support.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(option('Cash')).toHaveAttribute('aria-disabled', 'true')
  server.answer('GET /api/hair-pricing', json(hairPricing))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByLabelText('Black Hair weight in grams')).toBeVisible()
})
