import { MAX_CART_ITEMS, MAX_QUANTITY, type CartItem } from '@veni/domain/cart'
import { MAX_PAISE, paise } from '@veni/domain/money'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signInRunner } from '../../../test/runner.ts'
import { clearVisits, showScreen, startVisit } from '../../../test/show-screen.tsx'
import { json, startStandInServer } from '../../../test/stand-in-server.ts'
import { activeVisit, updateCart } from '../../state/visit.ts'
import Products from './products.tsx'

beforeEach(() => {
  clearVisits()
  signInRunner()
  const torch = { id: 8, productId: 'torch', name: 'Torch', price: 90 }
  startStandInServer().answer('GET /api/products', json([torch]))
})

const newItem = (changes: Partial<CartItem>): CartItem => ({
  id: '8',
  productId: 'torch',
  name: 'Torch',
  pricePaise: paise(90_00),
  quantity: 1,
  image: '',
  description: 'Product',
  ...changes,
})

test.each([
  ['as many pieces as a cart takes', [newItem({ quantity: MAX_QUANTITY })]],
  [
    'as many products as a cart takes',
    Array.from({ length: MAX_CART_ITEMS }, (_, at) => newItem({ productId: `other-${at}` })),
  ],
  [
    'the highest amount of a cart',
    [newItem({ productId: 'palace', pricePaise: paise(MAX_PAISE) })],
  ],
])('with %s BUY adds nothing and says so [R-7.064]', async (_, items) => {
  startVisit()
  updateCart((cart) => ({ ...cart, items }))
  await showScreen(<Products />, '/products')
  await page.getByRole('button', { name: 'BUY Torch' }).click()
  await expect.element(page.getByText('Torch not added: the cart is full')).toBeVisible()
  await expect.element(page.getByText('Torch added to cart')).not.toBeInTheDocument()
  expect(activeVisit.get()?.cart.items).toEqual(items)
})
