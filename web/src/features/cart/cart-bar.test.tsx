import { MAX_QUANTITY } from '@veni/domain/cart'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { hueOf, inkOf, tokenColour } from '../../../test/colours.ts'
import { cartBar as bar, cartOf, showCart } from '../../../test/shown-cart.tsx'
import {
  address,
  addressQuery,
  clearVisits,
  newVisitCustomer,
  showScreen,
  startVisit,
} from '../../../test/show-screen.tsx'
import { selectCustomer } from '../../state/visit.ts'
import { CartBar } from './cart-bar.tsx'

beforeEach(clearVisits)

test('the cart bar is hidden while no customer is selected [R-2.081]', async () => {
  sessionStorage.setItem('cart_26', JSON.stringify({ customerId: '26', hairValue: 350 }))
  const { container } = await showScreen(<CartBar />, '/products')
  expect(container.querySelector('section')).toBeNull()
  selectCustomer(newVisitCustomer())
  await expect.element(bar).toBeVisible()
})

test('the cart bar is hidden while there are no items and no hair value [R-2.082]', async () => {
  startVisit()
  const { container } = await showScreen(<CartBar />, '/products')
  expect(container.querySelector('section')).toBeNull()
  startVisit({ cart: cartOf(1) })
  await expect.element(bar).toBeVisible()
  startVisit({ cart: cartOf(0, 'handbag') })
  await expect.element(bar).toBeVisible()
})

test('the collapsed bar shows a cart icon with the total quantity, and the items total [R-2.083, R-2.085]', async () => {
  await showCart(cartOf(350, 'handbag', 'handbag', 'officelunchbox'))
  const toggle = bar.getByRole('button', { name: 'Open cart, 3 item(s)' })
  await expect.element(toggle).toHaveTextContent(/^3$/)
  expect(
    toggle.element().querySelector('[data-icon=shopping-cart], .lucide-shopping-cart'),
  ).not.toBeNull()
  await expect.element(bar).toHaveTextContent('Items Total ₹800')
})

test.each([
  {
    hair: 350,
    products: ['handbag'],
    words: 'Balance to return',
    amount: '₹150',
    token: '--return' as const,
    hue: 'green',
    requirement: 'R-2.086',
  },
  {
    hair: 350,
    products: ['handbag', 'officelunchbox'],
    words: 'Balance to collect',
    amount: '₹250',
    token: '--collect' as const,
    hue: 'red',
    requirement: 'R-2.087',
  },
  {
    hair: 200,
    products: ['handbag'],
    words: 'Exact balance',
    amount: '₹0',
    token: '--ink' as const,
    hue: 'grey',
    requirement: 'R-2.088',
  },
])(
  'hair of $hair rupees against $products: $words in $hue [$requirement]',
  async ({ hair, products, words, amount, token, hue }) => {
    await showCart(cartOf(hair, ...products))
    await expect.element(bar).toHaveTextContent(`${words} ${amount}`)
    const colour = tokenColour(token)
    expect(hueOf(colour)).toBe(hue)
    for (const text of [words, amount])
      expect(inkOf(bar.getByText(text, { exact: true }))).toBe(colour)
  },
)

test('Proceed opens /cash-payment with the whole cart [R-2.089]', async () => {
  await showCart(cartOf(350, 'handbag', 'handbag', 'ricecooker'))
  await bar.getByRole('button', { name: 'Proceed' }).click()
  await expect.poll(address).toBe('/cash-payment')
  const { cartItems = '', ...query } = addressQuery()
  expect(query).toEqual({
    customer: 'Lakshmi',
    customerId: '26',
    hairValue: '350',
    itemsTotal: '1606.44',
    balance: '-1256.44',
  })
  expect(JSON.parse(cartItems)).toEqual([
    {
      id: '3',
      productId: 'handbag',
      name: 'Handbag',
      price: 200,
      quantity: 2,
      image: '/pictures/handbag.svg',
      description: '500Grams',
    },
    {
      id: '2',
      productId: 'ricecooker',
      name: 'Rice Cooker',
      price: 1206.44,
      quantity: 1,
      image: '/pictures/rice-cooker.svg',
      description: '500Grams',
    },
  ])
})

test('Proceed with an empty cart shows a message and stays on the screen [R-5.020]', async () => {
  await showCart(cartOf(350))
  await bar.getByRole('button', { name: 'Proceed' }).click()
  const sentence = 'Cart is empty. Please add some items before proceeding.'
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.poll(address).toBe('/products')
})

test('Hair Value opens the weights [R-2.084]', async () => {
  startVisit({ hair: { black_hair: 100 }, cart: cartOf(350) })
  await showScreen(<CartBar />, '/products')
  await expect.element(bar).toHaveTextContent('Hair Value ₹350')
  await bar.getByRole('link', { name: 'Hair Value' }).click()
  await expect.poll(address).toBe('/payment-mode')
  expect(addressQuery()).toEqual({
    customerId: '26',
    customerName: 'Lakshmi',
    hairCollections: '{"black_hair":100}',
    focus: 'hair',
  })
})

const handbagStored = { productId: 'handbag', name: 'Handbag', price: 200, quantity: 1 }
test.each([
  ['truncated JSON', '{"items":[{"productId":"hand'],
  ["another customer's", JSON.stringify({ customerId: '99', items: [handbagStored] })],
  ['not a list', JSON.stringify({ customerId: '26', items: 'all', hairValue: 'much' })],
  [
    'senseless lines',
    JSON.stringify({
      customerId: '26',
      items: [null, { ...handbagStored, quantity: -4 }, { ...handbagStored, price: 'NaN' }],
    }),
  ],
])('a stored cart that is %s is ignored', async (_, stored) => {
  sessionStorage.setItem('cart_26', stored)
  selectCustomer(newVisitCustomer())
  const { container } = await showScreen(<CartBar />, '/products')
  expect(container.querySelector('section')).toBeNull()
})

test('the valid items of a stored cart are used, and its totals are computed again [R-4.040, R-4.041, R-4.044]', async () => {
  const most = { ...handbagStored, quantity: MAX_QUANTITY }
  const stored = { customerId: 26, items: [{}, most], hairValue: 350, itemsTotal: 1, balance: 9e9 }
  sessionStorage.setItem('cart_26', JSON.stringify(stored))
  selectCustomer(newVisitCustomer())
  await showScreen(<CartBar />, '/products')
  await expect.element(bar).toHaveTextContent('Items Total ₹1,99,800')
  await expect.element(bar).toHaveTextContent('Balance to collect ₹1,99,450')
})
