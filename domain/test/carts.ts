/** Carts for tests. */
import fc from 'fast-check'
import {
  addProduct,
  createCart,
  MAX_QUANTITY,
  setExpanded,
  setQuantity,
  type Cart,
} from '../src/cart.ts'
import { MAX_PAISE, paise } from '../src/money.ts'
import { MAX_PRODUCT_PRICE_PAISE, type Product } from '../src/product.ts'

export const newProduct = (product: Partial<Product> = {}): Product => ({
  id: '2',
  productId: 'ricecooker',
  name: 'Rice Cooker',
  description: '500Grams',
  pricePaise: paise(1206_44),
  imageUrl: '/pictures/ricecooker.svg',
  ...product,
})
export const newCart = (...products: Product[]): Cart =>
  products.reduce(addProduct, createCart('26', 'Lakshmi', paise(350_00)))
const products = fc
  .uniqueArray(fc.stringMatching(/^[a-z0-9]{1,12}$/), { minLength: 1, maxLength: 6 })
  .chain((productIds) =>
    fc.tuple(
      ...productIds.map((productId) =>
        fc.integer({ min: 0, max: MAX_PRODUCT_PRICE_PAISE }).map((price) =>
          newProduct({
            id: productId,
            productId,
            name: `Product ${productId}`,
            pricePaise: paise(price),
          }),
        ),
      ),
    ),
  )

/** A cart after any sequence of taps. */
export const anyCart = products.chain((chosen) =>
  fc
    .record({
      taps: fc.array(
        fc.tuple(fc.constantFrom(...chosen), fc.integer({ min: -1, max: MAX_QUANTITY + 5 })),
        { maxLength: 12 },
      ),
      hairValue: fc.integer({ min: 0, max: MAX_PAISE }).map(paise),
      isExpanded: fc.boolean(),
    })
    .map(({ taps, hairValue, isExpanded }) =>
      taps.reduce(
        (cart, [product, quantity]) =>
          setQuantity(addProduct(cart, product), product.productId, quantity),
        setExpanded(createCart('26', 'Lakshmi', hairValue), isExpanded),
      ),
    ),
)
