import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyCart, newCart, newProduct } from '../test/carts.ts'
import {
  computeCartTotals,
  dealItemSchema,
  createCart,
  MAX_CART_ITEMS,
  MAX_QUANTITY,
  storedCartSchema,
  storedItemsSchema,
  toDealItems,
  toStoredCart,
} from './cart.ts'

describe('a stored cart', () => {
  it('is read unchanged [R-4.039]', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const stored: unknown = JSON.parse(JSON.stringify(toStoredCart(cart)))
        expect(v.parse(storedCartSchema, stored)).toEqual(cart)
      }),
    )
  })

  it('is read up to exactly the highest total, without the items beyond it', () => {
    const read = v.parse(storedItemsSchema, [
      { productId: 'gold', price: 1_000_000, quantity: MAX_QUANTITY },
      { productId: 'beyond', price: 1_000_000, quantity: 2 },
      { productId: 'more', price: 1_000_000, quantity: 1 },
    ])
    expect(read.map(({ productId }) => productId)).toEqual(['gold', 'more'])
  })

  it('is read with the id of an item beside the id of its product', () => {
    const item = { id: '2', productId: 'ricecooker', price: 30, quantity: 1 }
    expect(v.parse(storedItemsSchema, [item])).toMatchObject([{ id: '2', productId: 'ricecooker' }])
  })

  it('has the specified fields, with amounts in rupees [R-3.040, R-3.041]', () => {
    expect(toStoredCart(newCart(newProduct()))).toEqual({
      items: [
        {
          id: '2',
          productId: 'ricecooker',
          name: 'Rice Cooker',
          price: 1206.44,
          quantity: 1,
          image: '/pictures/ricecooker.svg',
          description: '500Grams',
        },
      ],
      hairValue: 350,
      customerId: '26',
      customerName: 'Lakshmi',
      isExpanded: false,
      itemsTotal: 1206.44,
      balance: -856.44,
    })
  })

  it('gets computed totals and ignores stored ones', () => {
    const stored = { ...toStoredCart(newCart(newProduct())), itemsTotal: 1, balance: 1e308 }
    expect(computeCartTotals(v.parse(storedCartSchema, stored)).itemsTotalPaise).toBe(1206_44)
  })

  it('is read with a number as id, text as price, and the product picture in image_url [R-3.041]', () => {
    const stored = {
      customerId: 26,
      hairValue: '350',
      items: [{ id: 7, price: '29.44', quantity: '2', image_url: '/x.png' }],
    }
    expect(v.parse(storedCartSchema, stored)).toEqual({
      customerId: '26',
      customerName: '',
      hairValuePaise: 350_00,
      isExpanded: false,
      items: [
        {
          id: '7',
          productId: '7',
          name: '7',
          pricePaise: 29_44,
          quantity: 2,
          image: '/x.png',
          description: 'Product',
        },
      ],
    })
  })

  it.each([
    ['negative', { hairValue: -5 }],
    ['too large', { hairValue: 1e308 }],
    ['not a number', { hairValue: 'NaN' }],
    ['missing', {}],
  ])('gets the hair value 0 when the stored one is %s', (_, fields) => {
    expect(v.parse(storedCartSchema, { customerId: '26', ...fields })).toEqual(createCart('26', ''))
  })

  it.each([null, [], 'text', {}, { customerId: '' }, { customerId: null, items: [] }])(
    'is refused when it is %j',
    (stored) => {
      expect(v.is(storedCartSchema, stored)).toBe(false)
    },
  )
})

describe('stored items', () => {
  const good = { id: '2', productId: 'ricecooker', price: 1, quantity: 1 }

  it.each([
    ['without an id', { price: 1, quantity: 1 }],
    ['of a negative price', { ...good, price: -1 }],
    ['of a price that is too high', { ...good, price: 1e308 }],
    ['above ₹10 lakh', { ...good, price: 1_000_000.01 }],
    ['without a price', { ...good, price: null }],
    ['of quantity 0', { ...good, quantity: 0 }],
    ['of a fractional quantity', { ...good, quantity: 1.5 }],
    ['of too high a quantity', { ...good, quantity: MAX_QUANTITY + 1 }],
    ['with a name that is too long for a deal', { ...good, name: 'x'.repeat(501) }],
    ['null', null],
  ])('omit an item %s and return the others', (_, bad) => {
    const items = v.parse(storedItemsSchema, [bad, { ...good, productId: 'handbag' }])
    expect(items.map((item) => item.productId)).toEqual(['handbag'])
  })

  it('are the first sixty of more', () => {
    const many = Array.from({ length: MAX_CART_ITEMS + 1 }, (_, at) => ({ ...good, productId: at }))
    const items = v.parse(storedItemsSchema, many)
    expect(items.map((item) => item.productId)).toEqual(
      many.slice(0, MAX_CART_ITEMS).map((item) => String(item.productId)),
    )
  })

  it('contain each product once', () => {
    expect(v.parse(storedItemsSchema, [good, { ...good, quantity: 9 }])).toHaveLength(1)
  })
})

describe('the items of a deal', () => {
  it('match the contract and are read as the same items, for any cart', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const lines = toDealItems(cart.items)
        expect(v.is(v.array(dealItemSchema), lines)).toBe(true)
        expect(v.parse(storedItemsSchema, lines)).toEqual(cart.items)
      }),
    )
  })

  it('have a product picture of the most characters that a record permits', () => {
    const imageUrl = 'A'.repeat(2_000)
    expect(toDealItems(newCart(newProduct({ imageUrl })).items)[0]?.image).toBe(imageUrl)
  })

  it('omit a product picture that is too long for a record; the stored cart has it', () => {
    const imageUrl = `data:image/png;base64,${'A'.repeat(3_000)}`
    const cart = newCart(newProduct({ imageUrl }))
    expect(toDealItems(cart.items)[0]?.image).toBe('')
    expect(toStoredCart(cart).items[0]?.image).toBe(imageUrl)
  })
})
