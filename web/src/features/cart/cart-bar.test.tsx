import { addProduct, emptyCart, MAX_QUANTITY, setExpanded, type Cart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo-data'
import { paise } from '@veni/domain/money'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  address,
  addressQuery,
  forgetVisits,
  newVisitCustomer,
  showScreen,
  startVisit,
} from '../../../test/show-screen.tsx'
import { activeVisit, selectCustomer } from '../../state/visit.ts'
import { CartBar } from './cart-bar.tsx'

const [, riceCooker, handbag, lunchBox] = DEMO_PRODUCTS
const products = [riceCooker!, handbag!, lunchBox!]
const bar = page.getByRole('region', { name: 'Cart' })
const cart = () => activeVisit.get()!.cart

const cartOf = (hairRupees: number, ...names: string[]): Cart =>
  names
    .map((name) => products.find((product) => product.productId === name)!)
    .reduce(addProduct, emptyCart('26', 'Lakshmi', paise(hairRupees * 100)))

async function showCart(contents: Cart, isExpanded = false) {
  startVisit({ cart: setExpanded(contents, isExpanded) })
  await showScreen(<CartBar />, '/products')
}

beforeEach(forgetVisits)

test('it is hidden with no customer, and with neither gifts nor hair value', async () => {
  const { container } = await showScreen(<CartBar />, '/products')
  expect(container.querySelector('section')).toBeNull()
  startVisit()
  await expect.poll(() => container.querySelector('section')).toBeNull()
  startVisit({ cart: cartOf(1) })
  await expect.element(bar).toBeVisible()
})

test.each([
  { hair: 350, gifts: ['handbag'], balance: 'Balance to return ₹150', tone: 'return' },
  {
    hair: 350,
    gifts: ['handbag', 'officelunchbox'],
    balance: 'Balance to collect ₹250',
    tone: 'collect',
  },
  { hair: 200, gifts: ['handbag'], balance: 'Exact balance ₹0', tone: 'plain' },
])('hair of $hair rupees against $gifts: $balance', async ({ hair, gifts, balance, tone }) => {
  await showCart(cartOf(hair, ...gifts))
  await expect.element(bar).toHaveTextContent(`Hair Value ₹${hair}`)
  await expect.element(bar).toHaveTextContent(balance)
  const [line] = bar.element().querySelectorAll(`[data-tone="${tone}"]`)
  expect(line?.textContent).toBe(balance)
})

test('Proceed takes the whole cart to /cash-payment', async () => {
  await showCart(cartOf(350, 'handbag', 'handbag', 'ricecooker'))
  await bar.getByRole('button', { name: 'Proceed' }).click()
  expect(address()).toBe('/cash-payment')
  const { cartItems, ...query } = addressQuery()
  expect(query).toEqual({
    customer: 'Lakshmi',
    customerId: '26',
    hairValue: '350',
    itemsTotal: '1606.44',
    balance: '-1256.44',
  })
  expect(JSON.parse(cartItems!)).toMatchObject([
    { productId: 'handbag', price: 200, quantity: 2 },
    { productId: 'ricecooker', price: 1206.44, quantity: 1 },
  ])
})

test('Proceed with nothing in the cart says so and stays', async () => {
  await showCart(cartOf(350))
  await bar.getByRole('button', { name: 'Proceed' }).click()
  const sentence = 'Cart is empty. Please add some items before proceeding.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(address()).toBe('/products')
})

test('Hair Value leads back to the weights', async () => {
  startVisit({ hair: { black_hair: 100 }, cart: cartOf(350) })
  await showScreen(<CartBar />, '/products')
  await bar.getByRole('link', { name: 'Hair Value' }).click()
  expect(address()).toBe('/payment-mode')
  expect(addressQuery()).toEqual({
    customerId: '26',
    customerName: 'Lakshmi',
    hairCollections: '{"black_hair":100}',
    focus: 'hair',
  })
})

test('expanded it lists every gift, counts again after each change, and is 24 rem high at most', async () => {
  await showCart(cartOf(350, 'handbag', 'ricecooker', 'officelunchbox'))
  await bar.getByRole('button', { name: 'Open cart, 3 item(s)' }).click()
  await expect.element(bar.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await expect.element(bar).toHaveTextContent('Lakshmi')
  expect(bar.element().getBoundingClientRect().height).toBeLessThanOrEqual(24 * 16 + 1)

  const line = bar.getByRole('listitem').filter({ hasText: 'Handbag' })
  await expect.element(line).toHaveTextContent('₹200 each')
  await expect.element(line.getByRole('button', { name: 'One less' })).toBeDisabled()
  await line.getByRole('button', { name: 'One more' }).click()
  await expect.element(line).toHaveTextContent(/₹400$/)
  await expect.element(bar).toHaveTextContent('Items Total ₹2,007')
  await expect.element(bar).toHaveTextContent('To Collect ₹1,657')

  await line.getByRole('button', { name: 'Remove Handbag' }).click()
  await expect.element(line).not.toBeInTheDocument()
  await expect.element(bar).toHaveTextContent('Items Total ₹1,607')
  await bar.getByRole('button', { name: 'Minimize' }).click()
  await expect.element(bar.getByRole('heading')).not.toBeInTheDocument()
})

test('Proceed to Payment and Settle with items lead on, and close the cart behind them', async () => {
  await showCart(cartOf(350, 'handbag'), true)
  await bar.getByRole('button', { name: 'Settle with items' }).click()
  expect(address()).toBe('/items-settlement')
  expect(cart().isExpanded).toBe(false)
  await bar.getByRole('button', { name: 'Open cart' }).click()
  await bar.getByRole('button', { name: 'Proceed to Payment' }).click()
  expect(address()).toBe('/cash-payment')
})

test('Clear All asks first; the answer no keeps every gift', async () => {
  await showCart(cartOf(350, 'handbag'), true)
  await bar.getByRole('button', { name: 'Clear All' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to clear the cart?',
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(cart().items).toHaveLength(1)
  await bar.getByRole('button', { name: 'Clear All' }).click()
  await question.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => cart()).toMatchObject({ items: [], isExpanded: false })
  await expect.element(bar).toHaveTextContent('Items Total ₹0')
})

test('an empty cart says how to fill it', async () => {
  await showCart(cartOf(350), true)
  await expect.element(bar.getByText('Your cart is empty')).toBeVisible()
  await expect.element(bar.getByText('Add some products to get started')).toBeVisible()
})

test('a gift without a picture shows the drawn parcel', async () => {
  const contents = cartOf(0, 'handbag')
  const items = contents.items.map((item) => ({ ...item, image: 'data:image/png;base64,broken' }))
  await showCart({ ...contents, items }, true)
  await expect
    .poll(() => bar.element().querySelector('img')?.getAttribute('src'))
    .toBe('/pictures/fallback.svg')
})

const handbagStored = { productId: 'handbag', name: 'Handbag', price: 200, quantity: 1 }
test.each([
  ['half a JSON', '{"items":[{"productId":"hand'],
  ["another customer's", JSON.stringify({ customerId: '99', items: [handbagStored] })],
  ['no list', JSON.stringify({ customerId: '26', items: 'all', hairValue: 'much' })],
  [
    'senseless lines',
    JSON.stringify({
      customerId: '26',
      items: [null, { ...handbagStored, quantity: -4 }, { ...handbagStored, price: 'NaN' }],
    }),
  ],
])('a stored cart that is %s counts for nothing', async (_, stored) => {
  sessionStorage.setItem('cart_26', stored)
  selectCustomer(newVisitCustomer())
  const { container } = await showScreen(<CartBar />, '/products')
  expect(container.querySelector('section')).toBeNull()
})

test('the believable lines of a stored cart are kept, and its own totals are not believed', async () => {
  const most = { ...handbagStored, quantity: MAX_QUANTITY }
  const stored = { customerId: 26, items: [{}, most], hairValue: 350, itemsTotal: 1, balance: 9e9 }
  sessionStorage.setItem('cart_26', JSON.stringify(stored))
  selectCustomer(newVisitCustomer())
  await showScreen(<CartBar />, '/products')
  await expect.element(bar).toHaveTextContent('Items Total ₹1,99,800')
  await expect.element(bar).toHaveTextContent('Balance to collect ₹1,99,450')
})
