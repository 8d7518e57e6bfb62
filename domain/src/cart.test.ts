import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCart, newCart, newProduct } from '../test/carts.ts'
import {
  addProduct,
  findBalanceDirection,
  computeCartTotals,
  clearCart,
  createCart,
  computeLineTotal,
  MAX_CART_ITEMS,
  MAX_QUANTITY,
  removeItem,
  setExpanded,
  setHairValue,
  setQuantity,
  type Cart,
} from './cart.ts'
import { DEMO_PRODUCTS } from './demo/data.ts'
import { MAX_PAISE, paise } from './money.ts'

const quantities = (cart: Cart) =>
  Object.fromEntries(cart.items.map((item) => [item.productId, item.quantity]))

describe('adding a product', () => {
  it('appends it with quantity 1 [R-4.031]', () => {
    expect(newCart(newProduct()).items).toEqual([
      {
        id: '2',
        productId: 'ricecooker',
        name: 'Rice Cooker',
        pricePaise: 1206_44,
        quantity: 1,
        image: '/pictures/ricecooker.svg',
        description: '500Grams',
      },
    ])
  })

  it('raises the quantity of a product in the cart by one [R-4.030]', () => {
    const handbag = newProduct({ id: '3', productId: 'handbag' })
    expect(quantities(newCart(newProduct(), handbag, newProduct()))).toEqual({
      ricecooker: 2,
      handbag: 1,
    })
  })

  it('gives a product without a description the description Product', () => {
    expect(newCart(newProduct({ description: '' })).items[0]?.description).toBe('Product')
  })

  it('does not change the original cart', () => {
    const before = newCart()
    addProduct(before, newProduct())
    expect(before.items).toEqual([])
  })

  it(`stops at a quantity of ${MAX_QUANTITY}`, () => {
    const full = setQuantity(newCart(newProduct()), 'ricecooker', MAX_QUANTITY)
    expect(quantities(full)).toEqual({ ricecooker: MAX_QUANTITY })
    expect(addProduct(full, newProduct())).toBe(full)
  })

  it('is reversed by removing the product', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const absentProduct = newProduct({ productId: 'not-yet-there' })
        expect(removeItem(addProduct(cart, absentProduct), 'not-yet-there')).toEqual(cart)
      }),
    )
  })
})

describe('setting a quantity', () => {
  it.each([
    [5, { ricecooker: 5 }],
    [2.9, { ricecooker: 2 }],
    [0, {}],
    [-3, {}],
    [0.5, {}],
    [Number.NaN, {}],
    [1e308, { ricecooker: MAX_QUANTITY }],
    [Number.POSITIVE_INFINITY, { ricecooker: MAX_QUANTITY }],
  ])('to %s gives %j and removes the item at 0 or below [R-4.033]', (quantity, expected) => {
    expect(quantities(setQuantity(newCart(newProduct()), 'ricecooker', quantity))).toEqual(expected)
  })

  it('changes nothing when the product is not in the cart', () => {
    const cart = newCart(newProduct())
    expect(setQuantity(cart, 'handbag', 4)).toEqual(cart)
  })

  it('replaces the earlier quantity', () => {
    const quantity = fc.integer({ min: 1, max: MAX_QUANTITY })
    fc.assert(
      fc.property(quantity, quantity, (first, second) => {
        const cart = newCart(newProduct())
        expect(setQuantity(setQuantity(cart, 'ricecooker', first), 'ricecooker', second)).toEqual(
          setQuantity(cart, 'ricecooker', second),
        )
      }),
    )
  })

  it('to one more gives the same cart as adding the product', () => {
    const cart = setQuantity(newCart(newProduct()), 'ricecooker', 3)
    expect(addProduct(cart, newProduct())).toEqual(setQuantity(cart, 'ricecooker', 4))
  })
})

describe('removing an item', () => {
  it('removes the item with its whole quantity [R-4.034]', () => {
    const handbag = newProduct({ id: '3', productId: 'handbag' })
    const cart = newCart(newProduct(), handbag, newProduct())
    expect(quantities(removeItem(cart, 'ricecooker'))).toEqual({ handbag: 1 })
  })
})

describe('expanding and collapsing the cart', () => {
  it('changes nothing else [R-4.036]', () => {
    const cart = newCart(newProduct())
    expect(setExpanded(cart, true)).toEqual({ ...cart, isExpanded: true })
    expect(setExpanded(setExpanded(cart, true), false)).toEqual(cart)
  })
})

describe('clearing the cart', () => {
  it('removes the items, collapses the cart and does not change the hair value [R-4.035]', () => {
    const cleared = clearCart(setExpanded(newCart(newProduct()), true))
    expect(cleared).toEqual(createCart('26', 'Lakshmi', paise(350_00)))
  })
})

describe('the totals of a cart', () => {
  it('give the balance to collect for hair of ₹350 and two products [R-4.040, R-4.041]', () => {
    const [cookingset, , handbag] = DEMO_PRODUCTS
    const cart = newCart(cookingset!, handbag!, handbag!)
    expect(computeCartTotals(cart)).toEqual({
      itemsTotalPaise: 429_44,
      balancePaise: -79_44,
      direction: 'collect',
      quantity: 3,
    })
  })

  it('change with the hair value, which changes nothing else [R-4.038]', () => {
    const before = setExpanded(newCart(newProduct()), true)
    const cart = setHairValue(before, paise(1206_44))
    expect(cart).toEqual({ ...before, hairValuePaise: 1206_44 })
    expect(computeCartTotals(cart)).toMatchObject({ balancePaise: 0, direction: 'exact' })
  })

  it.each([
    [1, 'return'],
    [0, 'exact'],
    [-1, 'collect'],
  ])('with a balance of %s paise have the direction %s [R-4.042]', (balance, direction) => {
    expect(findBalanceDirection(paise(balance))).toBe(direction)
  })

  it('are equal to whole-number arithmetic for any cart [R-4.040, R-4.041]', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const totals = computeCartTotals(cart)
        const items = cart.items.reduce(
          (sum, item) => sum + BigInt(item.pricePaise) * BigInt(item.quantity),
          0n,
        )
        expect(BigInt(totals.itemsTotalPaise)).toBe(items)
        expect(totals.itemsTotalPaise + totals.balancePaise).toBe(cart.hairValuePaise)
        expect(cart.items.reduce((sum, item) => sum + computeLineTotal(item), 0)).toBe(
          totals.itemsTotalPaise,
        )
      }),
    )
  })
})

describe('the limit of a record', () => {
  const gold = newProduct({ productId: 'gold', pricePaise: paise(1_000_000_00) })
  const more = newProduct({ productId: 'more', pricePaise: paise(1_000_000_00) })

  it('prevents a change of the cart beyond it', () => {
    const full = addProduct(setQuantity(newCart(gold), 'gold', MAX_QUANTITY), more)
    expect(computeCartTotals(full).itemsTotalPaise).toBe(MAX_PAISE)
    expect(addProduct(full, more)).toEqual(full)
    expect(setQuantity(full, 'more', 2)).toEqual(full)
    expect(quantities(setQuantity(full, 'gold', 1))).toEqual({ gold: 1, more: 1 })
  })

  it('permits sixty different products, and each of them can be added again', () => {
    const products = Array.from({ length: MAX_CART_ITEMS + 1 }, (_, at) =>
      newProduct({ productId: `product-${at}`, pricePaise: paise(1_00) }),
    )
    const full = newCart(...products)
    expect(full.items).toHaveLength(MAX_CART_ITEMS)
    expect(quantities(addProduct(full, products[0]!))).toMatchObject({ 'product-0': 2 })
  })
})
