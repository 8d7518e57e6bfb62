import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { DEMO_PRODUCTS } from './demo/data.ts'
import { findProduct, productsReplySchema, type Product } from './product.ts'

const record = {
  id: 2,
  productId: 'ricecooker',
  name: 'Rice Cooker',
  weight: '500Grams',
  price: 1206.44,
  image_url: '/pictures/ricecooker.svg',
}
const newProduct = (product: Partial<Product> = {}): Product => ({
  id: '2',
  productId: 'ricecooker',
  name: 'Rice Cooker',
  description: '500Grams',
  pricePaise: 1206_44 as Product['pricePaise'],
  imageUrl: '/pictures/ricecooker.svg',
  ...product,
})

describe('a products reply', () => {
  it.each([
    ['an array', [record]],
    ['{success, data: []}', { success: true, data: [record] }],
    ['{products: []}', { products: [record] }],
  ])('is read when it is %s [R-7.011]', (_, reply) => {
    expect(v.parse(productsReplySchema, reply)).toEqual([newProduct()])
  })

  it.each([
    ['a price as text', { ...record, price: '1206.44' }, {}],
    [
      'the product picture in `image`',
      { ...record, image_url: undefined, image: '/i.png' },
      { imageUrl: '/i.png' },
    ],
    ['no product picture', { ...record, image_url: null }, { imageUrl: '' }],
    [
      'a description instead of a weight',
      { ...record, weight: '', description: '1.8 l' },
      { description: '1.8 l' },
    ],
    ['weight and description', { ...record, description: '1.8 l' }, {}],
    ['a weight as a number', { ...record, weight: 50 }, { description: '50' }],
    [
      'a description that is too long for a deal',
      { ...record, weight: 'x'.repeat(2_001) },
      { description: '' },
    ],
    ['no product code', { ...record, productId: null }, { productId: '2' }],
    ['an empty product code', { ...record, productId: '' }, { productId: '2' }],
    [
      'the code in `product_id`',
      { ...record, productId: undefined, product_id: 'rc' },
      { productId: 'rc' },
    ],
    ['no id', { ...record, id: undefined }, { id: 'ricecooker' }],
    ['a price of 0', { ...record, price: 0 }, { pricePaise: 0 as Product['pricePaise'] }],
    ['unknown fields', { ...record, ['__proto__']: { price: 5 }, stock: 3 }, {}],
  ])('is read with %s [R-3.020]', (_, entry, expected) => {
    expect(v.parse(productsReplySchema, [entry])).toEqual([newProduct(expected)])
  })

  it.each([
    ['no id and no product code', { ...record, id: null, productId: null }],
    ['no name', { ...record, name: ' ' }],
    ['no field for the name', { id: 1, price: 5 }],
    ['a name that is too long for a deal', { ...record, name: 'x'.repeat(501) }],
    ['no price', { ...record, price: null }],
    ['a price in words', { ...record, price: 'ask' }],
    ['a negative price', { ...record, price: -1 }],
    ['a price that is too high', { ...record, price: 1e308 }],
    ['a price above ₹10 lakh', { ...record, price: 1_000_000.01 }],
  ])('omits a product with %s and returns the others', (_, bad) => {
    const good = { ...record, productId: 'handbag' }
    expect(v.parse(productsReplySchema, [bad, good])).toEqual([
      newProduct({ productId: 'handbag' }),
    ])
  })

  it('contains each product code once', () => {
    expect(v.parse(productsReplySchema, [record, { ...record, price: 1 }])).toEqual([newProduct()])
  })

  it.each(['<!doctype html>', null, { error: 'x' }, { data: null }, { success: true }])(
    'is a failure when it is %j',
    (reply) => {
      expect(v.is(productsReplySchema, reply)).toBe(false)
    },
  )
})

describe('the demo products', () => {
  it('are four products with the specified prices [R-3.021]', () => {
    const prices = DEMO_PRODUCTS.map(({ productId, pricePaise }) => [productId, pricePaise])
    expect(Object.fromEntries(prices)).toEqual({
      cookingset: 29_44,
      ricecooker: 1206_44,
      handbag: 200_00,
      officelunchbox: 400_44,
    })
  })

  it('weigh 500Grams each [R-3.022]', () => {
    expect(new Set(DEMO_PRODUCTS.map(({ description }) => description))).toEqual(
      new Set(['500Grams']),
    )
  })
})

describe('finding a product', () => {
  const products = [
    newProduct({ id: 'handbag', productId: 'x' }),
    newProduct({ id: '3', productId: 'handbag' }),
  ]

  it.each([
    ['handbag', '3'],
    ['3', '3'],
    ['x', 'handbag'],
    ['nothing', undefined],
  ])('by %j tries the product code before the id', (id, expected) => {
    expect(findProduct(products, id)?.id).toBe(expected)
  })
})
