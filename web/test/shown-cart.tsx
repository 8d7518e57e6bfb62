/** Carts of Lakshmi for component tests, and the bar that shows them. */
import { addProduct, createCart, setExpanded, type Cart } from '@veni/domain/cart'
import { DEMO_PRODUCTS } from '@veni/domain/demo/data'
import { paise } from '@veni/domain/money'
import { page } from 'vitest/browser'
import { CartBar } from '../src/features/cart/cart-bar.tsx'
import { showScreen, startVisit } from './show-screen.tsx'

export const cartBar = page.getByRole('region', { name: 'Cart' })

/** A cart with these demo products; a repeated id raises the quantity. */
export const cartOf = (hairRupees: number, ...productIds: string[]): Cart =>
  productIds
    .flatMap((id) => DEMO_PRODUCTS.filter(({ productId }) => productId === id))
    .reduce(addProduct, createCart('26', 'Lakshmi', paise(hairRupees * 100)))

/** Shows the bar on /products with these contents, collapsed by default. */
export function showCart(contents: Cart, isExpanded = false) {
  startVisit({ cart: setExpanded(contents, isExpanded) })
  return showScreen(<CartBar />, '/products')
}
