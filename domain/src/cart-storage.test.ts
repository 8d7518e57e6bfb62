import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { anyCart, newCart, newProduct } from '../test/carts.ts'
import {
  cartTotals,
  dealItemSchema,
  emptyCart,
  MAX_QUANTITY,
  storedCartSchema,
  storedItemsSchema,
  toDealItems,
  toStoredCart,
} from './cart.ts'

describe('a stored cart', () => {
  it('comes back as it was [R-4.039]', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const stored: unknown = JSON.parse(JSON.stringify(toStoredCart(cart)))
        expect(v.parse(storedCartSchema, stored)).toEqual(cart)
      }),
    )
  })

  it('carries the fields of specification section 3, in rupees [R-3.040, R-3.041]', () => {
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

  it('reckons its totals itself, whatever was stored', () => {
    const stored = { ...toStoredCart(newCart(newProduct())), itemsTotal: 1, balance: 1e308 }
    expect(cartTotals(v.parse(storedCartSchema, stored)).itemsTotalPaise).toBe(1206_44)
  })

  it('is read with an id as a number, a price as text and the picture under image_url [R-3.041]', () => {
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
  ])('whose hair value is %s has none', (_, fields) => {
    expect(v.parse(storedCartSchema, { customerId: '26', ...fields })).toEqual(emptyCart('26', ''))
  })

  it.each([null, [], 'text', {}, { customerId: '' }, { customerId: null, items: [] }])(
    'is not %j',
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
    ['of a price beyond reason', { ...good, price: 1e308 }],
    ['above ₹10 lakh', { ...good, price: 1_000_000.01 }],
    ['without a price', { ...good, price: null }],
    ['of quantity 0', { ...good, quantity: 0 }],
    ['of half a piece', { ...good, quantity: 1.5 }],
    ['of too many', { ...good, quantity: MAX_QUANTITY + 1 }],
    ['of a name too long for a deal', { ...good, name: 'x'.repeat(501) }],
    ['null', null],
  ])('drop a line %s and keep its neighbours', (_, bad) => {
    const items = v.parse(storedItemsSchema, [bad, { ...good, productId: 'handbag' }])
    expect(items.map((item) => item.productId)).toEqual(['handbag'])
  })

  it('hold each product once', () => {
    expect(v.parse(storedItemsSchema, [good, { ...good, quantity: 9 }])).toHaveLength(1)
  })
})

describe('the lines of a deal', () => {
  it('of any cart are taken by the contract and come back as the same lines', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const lines = toDealItems(cart.items)
        expect(v.is(v.array(dealItemSchema), lines)).toBe(true)
        expect(v.parse(storedItemsSchema, lines)).toEqual(cart.items)
      }),
    )
  })

  it('leave out a picture that would stop the deal, which the stored cart keeps', () => {
    const imageUrl = `data:image/png;base64,${'A'.repeat(3_000)}`
    const cart = newCart(newProduct({ imageUrl }))
    expect(toDealItems(cart.items)[0]?.image).toBe('')
    expect(toStoredCart(cart).items[0]?.image).toBe(imageUrl)
  })
})
